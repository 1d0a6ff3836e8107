"use client";

import { useMemo, useState } from "react";
import { createHitTest, wantedOf } from "./find-hits";
import type { ShownLine } from "./use-log";

/** The lines in which something is found, and the one that is looked at. It stays at its line while others come. */
export function useHits(lines: readonly ShownLine[] | null) {
  const [text, setText] = useState("");
  const [isRegExp, setRegExp] = useState(false);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const { pattern, isProblem } = useMemo(() => wantedOf(text, isRegExp), [text, isRegExp]);
  const isHit = useMemo(() => createHitTest(pattern), [pattern]);
  const found = useMemo(
    () =>
      pattern === null || lines === null
        ? []
        : lines.flatMap((line, index) => (isHit(line) ? [{ index, key: line.key }] : [])),
    [lines, pattern, isHit],
  );
  const at = found.findIndex(({ key }) => key === currentKey);
  const step = (by: 1 | -1) => {
    if (found.length === 0) return;
    // Without one of them yet: the last, which is the newest.
    const next = at < 0 ? found.length - 1 : (at + by + found.length) % found.length;
    setCurrentKey(found[next]?.key ?? null);
  };
  return {
    text,
    setText: (next: string) => {
      setText(next);
      setCurrentKey(null);
    },
    isRegExp,
    setRegExp,
    isProblem,
    pattern,
    count: found.length,
    /** From 1; 0: none of them. */
    position: at + 1,
    target: found[at]?.index ?? null,
    currentKey,
    step,
  };
}
export type Hits = ReturnType<typeof useHits>;
