"use client";

import { lazy, Suspense, type ComponentType } from "react";
import { LoadingState } from "@/components/ui/state/loading-state";
import { withChunkTimeout } from "./chunk-error";

/** A screen that is loaded when it is first shown; a failure reaches the page's error boundary, which offers a reload. */
export function lazyScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Screen = lazy(() => withChunkTimeout(load));
  return function LazyScreen(props: P) {
    return (
      <Suspense fallback={<LoadingState />}>
        <Screen {...props} />
      </Suspense>
    );
  };
}
