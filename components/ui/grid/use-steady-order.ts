"use client";

import { useEffect, useRef, useState } from "react";
import { holdOrder, type Placed } from "./grid-order";

/** Long enough to aim and click, short enough to be up to date again. */
const holdMs = 2_500;

/**
 * The order of rows whose values change all the time: it stays as it is while the pointer moves over them or keys are pressed, so that nothing is clicked that
 * has just slipped under the pointer. Whatever the user does to the order itself (`cause`) acts at once.
 */
export function useSteadyOrder(placed: readonly Placed[], isThere: (id: string) => boolean, cause: string) {
  const [held, setHeld] = useState<{ placed: readonly Placed[]; cause: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const order = held?.cause === cause ? holdOrder(held.placed, isThere) : placed;
  const hold = () => {
    setHeld((now) => (now?.cause === cause ? now : { placed: order, cause }));
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(null), holdMs);
  };
  return { order, hold };
}
