"use client";

import type { DragEvent } from "react";
import { isPicked, pickedRows, type SelectionAction } from "@/components/domain/list/selection";
import type { ListModel } from "@/components/domain/list/grid-model";
import { entriesOf, type DroppedEntries } from "@/components/domain/upload/dropped-entries";
import type { Transfer } from "@/components/domain/verbs/transfer-entries";
import { showDragImage } from "./drag-image";
import { draggedEntries, dragType, kindOfDrag, markOver } from "@/components/domain/transfer/dragged-entries";
import { isEntryName, joinVirtualPath, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

type Ends = {
  model: ListModel;
  select: (action: SelectionAction) => void;
  onTransfer: (transfer: Transfer) => void;
  onFiles: (to: VirtualPath, dropped: DroppedEntries) => void;
};

/** Drags of entries onto folders and breadcrumbs, and of the computer's files onto anything. */
export function useDrop({ model, select, onTransfer, onFiles }: Ends) {
  const { folder, rows, selection } = model;

  const targetOf = (event: DragEvent): { element: HTMLElement | null; path: VirtualPath } => {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drop], [data-drop-path]") : null;
    const name = element?.dataset["drop"];
    const whole = element?.dataset["dropPath"];
    if (name !== undefined && isEntryName(name) && draggedEntries.get()?.names.includes(name) !== true)
      return { element, path: joinVirtualPath(folder, name) };
    const path = whole === undefined ? null : parseVirtualPath(whole);
    return path === null ? { element: null, path: folder } : { element, path };
  };

  const onDragStart = (event: DragEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    const entry = rows[Number(element?.dataset["index"] ?? -1)];
    if (element === null || entry === undefined) return;
    const isOfSelection = isPicked(selection.picked, entry.name);
    if (!isOfSelection) select({ type: "only", name: entry.name });
    const entries = isOfSelection ? pickedRows(selection.picked, rows) : [entry];
    draggedEntries.set({ from: folder, names: entries.map(({ name }) => name as EntryName) }); // listed names are valid
    showDragImage(event.dataTransfer, { row: element, name: entry.name, count: entries.length });
    event.dataTransfer.setData(dragType, "");
    event.dataTransfer.effectAllowed = "copyMove";
  };

  const onDragOver = (event: DragEvent) => {
    const kind = kindOfDrag(event.dataTransfer);
    if (kind === null) return;
    const { element, path } = targetOf(event);
    if (kind === "entries" && path === draggedEntries.get()?.from && !event.ctrlKey) {
      markOver(null);
      event.dataTransfer.dropEffect = "none";
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = kind === "files" || event.ctrlKey ? "copy" : "move";
    markOver(element ?? (kind === "files" && event.currentTarget instanceof HTMLElement ? event.currentTarget : null));
  };

  const onDragLeave = (event: DragEvent) => {
    const { relatedTarget } = event;
    if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) markOver(null);
  };

  const onDrop = (event: DragEvent) => {
    const kind = kindOfDrag(event.dataTransfer);
    if (kind === null) return;
    event.preventDefault();
    const { path } = targetOf(event);
    markOver(null);
    if (kind === "files") onFiles(path, entriesOf(event.dataTransfer));
    else
      onTransfer({
        files: (draggedEntries.get()?.names ?? []).map((name) => joinVirtualPath(folder, name)),
        to: path,
        mode: event.ctrlKey ? "copy" : "cut",
      });
    draggedEntries.set(null);
  };

  const onDragEnd = () => {
    draggedEntries.set(null);
    markOver(null);
  };

  return { onDragStart, onDragEnd, zone: { onDragOver, onDragLeave, onDrop } };
}
