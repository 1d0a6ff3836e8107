"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { readToken } from "@/lib/client/token";
import { rememberPage } from "./last-page";

const never = () => () => undefined;

/** On each change of the path: without a stored token, to "/" (spec §2). Answers whether the page may be shown. */
export function useSessionGuard(): boolean {
  const pathname = usePathname();
  const router = useRouter();
  useEffect(() => {
    if (readToken() === null) router.replace("/");
    rememberPage(pathname + location.search);
  }, [pathname, router]);
  return useSyncExternalStore(
    never,
    () => readToken() !== null,
    () => false,
  );
}
