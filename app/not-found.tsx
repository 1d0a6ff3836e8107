"use client";

import { useSyncExternalStore } from "react";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { readToken } from "@/lib/client/token";

/** Every page brings this file along; what it shows is loaded where it is shown. */
const NotFoundPage = lazyScreen(() => import("@/components/layout/not-found-page"));
const NotFoundInConsole = lazyScreen(() => import("./not-found-in-console"));

const never = () => () => undefined;

/** Beside the ways to all other pages for who is signed in; only the browser knows. */
export default function NotFound() {
  const isSignedIn = useSyncExternalStore(
    never,
    () => readToken() !== null,
    () => false,
  );
  if (isSignedIn) return <NotFoundInConsole />;
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
