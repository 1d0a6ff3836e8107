"use client";

import { useCallback, useState } from "react";

/** An editor's working copy: what it started from, what it is now, whether they differ. */
export function useDraft<T extends object>(initial: T) {
  const [start, setStart] = useState(initial);
  const [value, setValue] = useState(initial);
  const patch = useCallback((change: Partial<T>) => setValue((current) => ({ ...current, ...change })), []);
  const restart = useCallback((from: T) => {
    setStart(from);
    setValue(from);
  }, []);
  // Drafts are plain data whose keys keep their order.
  return { value, patch, restart, isDirty: JSON.stringify(value) !== JSON.stringify(start) };
}
