"use client";

import { lazyScreen } from "@/components/layout/lazy-screen";

/** Every page brings this file along; what it shows is loaded where it is shown. */
const NotFoundPage = lazyScreen(() => import("@/components/layout/not-found-page"));

export default function NotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
