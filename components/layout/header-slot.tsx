"use client";

import { useMemo, useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { createStore } from "@/lib/shared/store";

export type SlotName = "title" | "search" | "tasks";

const places = createStore<Readonly<Partial<Record<SlotName, HTMLElement>>>>({});

/** Where the header shows what a page puts into {@link HeaderSlot}. */
export function HeaderPlace({ name, className }: { name: SlotName; className?: string | undefined }) {
  const attach = useMemo(
    () => (node: HTMLElement | null) => {
      if (node === null) return undefined;
      places.set((current) => ({ ...current, [name]: node }));
      return () => places.set(({ [name]: _gone, ...others }) => others);
    },
    [name],
  );
  return <div ref={attach} className={className} data-slot={name} />;
}

/** Puts a page's title, search or task ring into the header. */
export function HeaderSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useSyncExternalStore(
    places.subscribe,
    () => places.get()[name] ?? null,
    () => null,
  );
  return place === null ? null : createPortal(children, place);
}
