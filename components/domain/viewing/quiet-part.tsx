"use client";

import { Suspense, type ComponentType } from "react";
import { lazyPart, type Load } from "@/components/ui/lazy/lazy-part";

/** A part that what is opened does not wait for. */
export function quietPart<P extends object>(load: Load<P>): ComponentType<P> {
  const Part = lazyPart(load);
  return function QuietPart(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
