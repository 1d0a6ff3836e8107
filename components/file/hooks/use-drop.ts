"use client";

import { useRef, type DragEvent } from "react";
import { isPicked, pickedRows, type SelectionAction } from "@/components/file/rows/selection";
import type { ListModel } from "@/components/file/list/grid-model";
import { entriesOf, type DroppedEntries } from "@/components/file/upload/dropped-entries";
import type { Transfer } from "@/components/file/verbs/transfer-entries";
import { isEntryName, joinVirtualPath, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

/** Says that the drag is one of ours; the entries stay in memory, however many they are. */
const dragType = "application/x-filedeck-entries";

type Ends = {
  model: ListModel;
  select: (action: SelectionAction) => void;
  onTransfer: (transfer: Transfer) => void;
  onFiles: (to: VirtualPath, dropped: DroppedEntries) => void;
};

/** Drags of entries onto folders and breadcrumbs, and of the computer's files onto anything. */
export function useDrop({ model, select, onTransfer, onFiles }: Ends) {
  const dragged = useRef<{ from: VirtualPath; names: readonly EntryName[] } | null>(null);
  const over = useRef<HTMLElement | null>(null);
  const { folder, rows, selection } = model;

  const mark = (element: HTMLElement | null) => {
    if (over.current === element) return;
    // Marked in the document and not in state: dragging over a hundred rows redraws none.
    delete over.current?.dataset["over"];
    over.current = element;
    if (element !== null) element.dataset["over"] = "";
  };

  const targetOf = (event: DragEvent): { element: HTMLElement | null; path: VirtualPath } => {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drop], [data-drop-path]") : null;
    const name = element?.dataset["drop"];
    const whole = element?.dataset["dropPath"];
    if (name !== undefined && isEntryName(name) && dragged.current?.names.includes(name) !== true)
      return { element, path: joinVirtualPath(folder, name) };
    const path = whole === undefined ? null : parseVirtualPath(whole);
    return path === null ? { element: null, path: folder } : { element, path };
  };

  const kindOfDrag = ({ dataTransfer }: DragEvent) =>
    dragged.current !== null && dataTransfer.types.includes(dragType)
      ? "entries"
      : dataTransfer.types.includes("Files")
        ? "files"
        : null;

  const onDragStart = (event: DragEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    const entry = rows[Number(element?.dataset["index"] ?? -1)];
    if (element === null || entry === undefined) return;
    const isOfSelection = isPicked(selection.picked, entry.name);
    if (!isOfSelection) select({ type: "only", name: entry.name });
    const entries = isOfSelection ? pickedRows(selection.picked, rows) : [entry];
    dragged.current = { from: folder, names: entries.map(({ name }) => name as EntryName) }; // listed names are valid
    event.dataTransfer.setData(dragType, "");
    event.dataTransfer.effectAllowed = "copyMove";
  };

  const onDragOver = (event: DragEvent) => {
    const kind = kindOfDrag(event);
    if (kind === null) return;
    const { element, path } = targetOf(event);
    if (kind === "entries" && path === dragged.current?.from && !event.ctrlKey) {
      mark(null);
      event.dataTransfer.dropEffect = "none";
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = kind === "files" || event.ctrlKey ? "copy" : "move";
    mark(element ?? (kind === "files" && event.currentTarget instanceof HTMLElement ? event.currentTarget : null));
  };

  const onDragLeave = (event: DragEvent) => {
    const { relatedTarget } = event;
    if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) mark(null);
  };

  const onDrop = (event: DragEvent) => {
    const kind = kindOfDrag(event);
    if (kind === null) return;
    event.preventDefault();
    const { path } = targetOf(event);
    mark(null);
    if (kind === "files") onFiles(path, entriesOf(event.dataTransfer));
    else if (dragged.current !== null)
      onTransfer({
        files: dragged.current.names.map((name) => joinVirtualPath(folder, name)),
        to: path,
        mode: event.ctrlKey ? "copy" : "cut",
      });
    dragged.current = null;
  };

  const onDragEnd = () => {
    dragged.current = null;
    mark(null);
  };

  return { onDragStart, onDragEnd, zone: { onDragOver, onDragLeave, onDrop } };
}
