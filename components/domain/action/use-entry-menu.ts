"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ShownAction, EntryActionId } from "./entry-action";
import { toMenuItems } from "./menu-items";
import { useWords } from "@/components/domain/entry/words";
import { openContextMenu } from "@/components/ui/menu/menu-store";
import type { FileEntry } from "@/lib/contracts/file";

type Options = {
  /** For an entry, and those chosen with it, or for the folder. */
  actionsOf: (entry: FileEntry | null) => readonly ShownAction[];
  run: (id: EntryActionId) => void;
};

/** Opens the menu of an entry and those chosen with it, or of the folder. */
export function useEntryMenu({ actionsOf, run }: Options) {
  const t = useTranslations("file");
  const words = useWords();
  // A menu outlives the rendering that opened it: what it sets off must see the selection of that moment.
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  return (entry: FileEntry | null, { x, y }: { x: number; y: number }) => {
    const items = toMenuItems(actionsOf(entry), words, (id) => latest.current(id));
    openContextMenu({ x, y, label: t(entry === null ? "folderMenu" : "moreActions"), items });
  };
}
