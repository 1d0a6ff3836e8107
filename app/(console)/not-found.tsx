"use client";

import { lazyScreen } from "@/components/layout/lazy-screen";

/** Within the shell, so that the ways to all other pages are at hand. */
const NotFound = lazyScreen(() => import("@/components/layout/not-found-page"));

export default NotFound;
