"use client";

import { useTranslations } from "next-intl";
import type { DragEvent } from "react";
import { useWords } from "@/components/domain/entry/words";
import { draggedEntries, kindOfDrag } from "@/components/domain/transfer/dragged-entries";
import { entriesOf } from "@/components/domain/upload/dropped-entries";
import { startUploads } from "@/components/domain/upload/start-uploads";
import { showToast } from "@/components/ui/toast/toast-store";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { joinVirtualPath } from "@/lib/shared/paths";
import { typePathsInto } from "./terminal-store";

/** Entries of the list become their paths in the command line; files of the computer are uploaded to where the shell is. */
export function useDropOnTerminal({ id, folder, exit, isReadOnly }: TerminalInfo) {
  const t = useTranslations("terminal");
  const words = useWords();
  const isClosed = exit !== null || isReadOnly;
  const onDragOver = (event: DragEvent) => {
    if (isClosed || kindOfDrag(event.dataTransfer) === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  };
  const onDrop = (event: DragEvent) => {
    const kind = kindOfDrag(event.dataTransfer);
    if (isClosed || kind === null) return;
    event.preventDefault();
    if (kind === "files") {
      if (folder === null) showToast({ kind: "warning", message: t("noFolderHere") });
      else void startUploads(folder, { dropped: entriesOf(event.dataTransfer) }, words); // shows its own failures
      return;
    }
    const dragged = draggedEntries.get();
    draggedEntries.set(null);
    if (dragged === null) return;
    const paths = dragged.names.map((name) => joinVirtualPath(dragged.from, name));
    typePathsInto(id, paths).catch((error: unknown) => showToast({ kind: "error", message: words.errorText(error) }));
  };
  return { onDragOver, onDrop };
}
