"use client";

import { useState } from "react";

/** The row that the keyboard is on, by its key: others come and go above it. -1: none, or it is gone. */
export function useHeldRow(count: number, keyOf: (index: number) => string): [number, (index: number) => void] {
  const [held, setHeld] = useState<{ key: string; index: number } | null>(null);
  const hold = (index: number) => setHeld({ key: keyOf(index), index });
  return [held === null ? -1 : placeOf(held, count, keyOf), hold];
}

function placeOf({ key, index }: { key: string; index: number }, count: number, keyOf: (index: number) => string) {
  if (index < count && keyOf(index) === key) return index;
  for (let at = 0; at < count; at++) if (keyOf(at) === key) return at;
  return -1;
}
