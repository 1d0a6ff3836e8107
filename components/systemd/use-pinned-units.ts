"use client";

import { useMemo } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { useSavePreferences } from "@/components/layout/use-save-preferences";

const none: readonly string[] = [];
/** As many as are kept of a user. */
const most = 200;

export type PinnedUnits = { isPinned: (unit: string) => boolean; toggle: (unit: string) => void };

/** The units of a manager that the user wants to see first, on every device. */
export function usePinnedUnits(scope: string): PinnedUnits {
  const kept = useCachedMe()?.pinnedUnits ?? none;
  const { mutate } = useSavePreferences();
  return useMemo(() => {
    // No name of a unit has a slash.
    const keyOf = (unit: string) => (scope === "" ? unit : `${scope}/${unit}`);
    const pinned = new Set(kept);
    return {
      isPinned: (unit: string) => pinned.has(keyOf(unit)),
      toggle: (unit: string) => {
        const key = keyOf(unit);
        const others = kept.filter((one) => one !== key);
        mutate({ pinnedUnits: pinned.has(key) ? others : [...others, key].slice(-most) });
      },
    };
  }, [kept, scope, mutate]);
}
