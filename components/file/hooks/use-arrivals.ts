"use client";

import { useEffect, useEffectEvent, useRef, type Dispatch } from "react";
import type { Selection, SelectionAction } from "@/components/domain/list/selection";
import type { VirtualPath } from "@/lib/shared/paths";
import { arrival } from "@/components/domain/folder/arrivals";

type Scene = { path: VirtualPath; selection: Selection; dispatch: Dispatch<SelectionAction> };

/** Chooses and shows what this tab brings into the open folder, unless the user has chosen something else meanwhile. */
export function useArrivals({ path, selection, dispatch }: Scene): void {
  const { picked } = selection;
  const chosenMs = useRef(0);
  const own = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (picked.kind === "some" && own.current !== null && isSame(picked.names, own.current)) return;
    chosenMs.current = performance.now();
  }, [picked]);

  const take = useEffectEvent(() => {
    const newest = arrival.get();
    if (newest === null || newest.folder !== path) return;
    const isFree = picked.kind === "some" && picked.names.size === 0;
    if (!isFree && chosenMs.current > newest.beganMs) return;
    own.current = new Set(newest.names);
    dispatch({ type: "arrived", names: newest.names });
  });
  useEffect(() => {
    // Of work that was over while another folder was open.
    take();
    const stop = arrival.subscribe(() => take());
    return () => {
      stop();
      if (arrival.get()?.folder === path) arrival.set(null);
    };
  }, [path]);
}

function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((name) => others.has(name));
}
