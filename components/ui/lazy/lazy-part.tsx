"use client";

import { lazy, use, type ComponentType } from "react";
import { loadPart } from "./load-part";
import { PartFrameContext } from "./part-frame";

export type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A part of the page that is loaded when it is first shown, beside what its frame waits for. `ownWords`: no page carries its words, they come with it. `fewWords`: it says only what is among the first words, and waits for no others. What
 * did not come in spite of several tries reaches the page's error boundary.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  { ownWords = false, fewWords = false } = {},
): ComponentType<P> {
  let loading: ReturnType<Load<P>> | null = null;
  const begin = () => (loading ??= loadPart(load));
  const Part = lazy(begin);
  return function LazyPart(props: P) {
    const frame = use(PartFrameContext);
    if (frame === null || fewWords || !(frame.isForEvery || ownWords)) return <Part {...props} />;
    begin().catch(() => undefined); // whoever shows it is told
    return (
      <frame.Frame>
        <Part {...props} />
      </frame.Frame>
    );
  };
}
