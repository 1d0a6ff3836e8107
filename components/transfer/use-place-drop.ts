"use client";

import { useEffect, useEffectEvent } from "react";
import { entriesOf } from "@/components/domain/upload/dropped-entries";
import { transferEntries } from "@/components/domain/verbs/transfer-entries";
import { useWords } from "@/components/domain/entry/words";
import { joinVirtualPath, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { draggedEntries, kindOfDrag, markOver } from "@/components/domain/transfer/dragged-entries";

/** The place in the navigation that is under the pointer (`data-place-path`), on whatever page. */
function placeAt(target: EventTarget | null): { element: HTMLElement; path: VirtualPath } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-place-path]") : null;
  const path = parseVirtualPath(element?.dataset["placePath"] ?? "");
  return element === null || path === null ? null : { element, path };
}

/** Drops on a place of the navigation: entries are moved there, with Ctrl copied; files of the computer are uploaded. */
export function usePlaceDrop(): void {
  const words = useWords();

  const onOver = useEffectEvent((event: DragEvent) => {
    const place = placeAt(event.target);
    const kind = kindOfDrag(event.dataTransfer);
    if (place === null || kind === null || event.dataTransfer === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = kind === "files" || event.ctrlKey ? "copy" : "move";
    markOver(place.element);
  });
  const onLeave = useEffectEvent((event: DragEvent) => {
    const place = placeAt(event.target);
    if (place !== null && placeAt(event.relatedTarget)?.element !== place.element) markOver(null);
  });
  const onDrop = useEffectEvent(async (event: DragEvent) => {
    const place = placeAt(event.target);
    const kind = kindOfDrag(event.dataTransfer);
    if (place === null || kind === null || event.dataTransfer === null) return;
    event.preventDefault();
    markOver(null);
    const { path: to } = place;
    if (kind === "files") {
      // Read at once: the browser empties it after the event.
      const dropped = entriesOf(event.dataTransfer);
      const { startUploads } = await import("@/components/domain/upload/start-uploads");
      await startUploads(to, { dropped }, words);
      return;
    }
    const dragged = draggedEntries.get();
    draggedEntries.set(null);
    if (dragged === null) return;
    const files = dragged.names.map((name) => joinVirtualPath(dragged.from, name));
    await transferEntries({ files, to, mode: event.ctrlKey ? "copy" : "cut" }, words);
  });

  useEffect(() => {
    const over = (event: DragEvent) => onOver(event);
    const leave = (event: DragEvent) => onLeave(event);
    const drop = (event: DragEvent) => void onDrop(event); // both ends show their own failures
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
}
