"use client";

import { Suspense, type ComponentType } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { LoadingState } from "@/components/ui/state/loading-state";

/** A screen that is loaded when it is first shown; a failure reaches the page's error boundary, which offers a reload. */
export function lazyScreen<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  options?: { ownWords?: boolean },
): ComponentType<P> {
  const Screen = lazyPart(load, options);
  return function LazyScreen(props: P) {
    return (
      <Suspense fallback={<LoadingState />}>
        <Screen {...props} />
      </Suspense>
    );
  };
}
