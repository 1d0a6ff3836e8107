"use client";

import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { readToken } from "@/lib/client/token";

/** Every page brings this file along; what it shows is loaded where it is shown. */
const NotFoundPage = lazyPart(() => import("@/components/layout/not-found-page"));
const NotFoundInConsole = lazyPart(() => import("./not-found-in-console"));

const never = () => () => undefined;

/** Beside the ways to all other pages for who is signed in; only the browser knows. */
export default function NotFound() {
  const isSignedIn = useSyncExternalStore(
    never,
    () => readToken() !== null,
    () => false,
  );
  return (
    <Suspense>
      {isSignedIn ? (
        <NotFoundInConsole />
      ) : (
        <main>
          <NotFoundPage />
        </main>
      )}
    </Suspense>
  );
}
