"use client";

import { IconRotateClockwise2, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { nameOfEntry } from "@/components/domain/entry/neighbours";
import { useWords } from "@/components/domain/entry/words";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import { isRotatable } from "@/components/domain/entry/picture-format";
import { rotatePictures, type QuarterTurn } from "@/components/domain/verbs/rotate-pictures";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useCan } from "@/components/layout/use-can";
import { IconButton } from "@/components/ui/icon-button";

const turns: Readonly<Record<string, QuarterTurn>> = { "[": -1, "]": 1 };

/** What one may do to a picture of the session's own places: turn it, and delete it and see the next one. */
export default function SessionTools({ path, entry, neighbours, onClose, onNavigate }: ViewerProps) {
  const t = useTranslations("picture.table");
  const words = useWords();
  const can = useCan();
  const mayDelete = can("filecat_file_delete_cut_rename");
  const mayRotate = can("filecat_file_context_update_upload_created_copy_decompression") && isRotatable(entry);
  const isRotating = useRef(false);

  const remove = async () => {
    const next = nameOfEntry(neighbours.next) ?? nameOfEntry(neighbours.previous);
    if (!(await deleteEntries({ files: [path], entries: [entry], permanent: false }, words))) return;
    if (next === null) onClose();
    else onNavigate(next);
  };
  const rotate = async (by: QuarterTurn) => {
    if (isRotating.current) return;
    isRotating.current = true;
    await rotatePictures([path], by, words);
    isRotating.current = false;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const turn = turns[event.key];
    const isPlain = !event.metaKey && !event.shiftKey && event.ctrlKey === event.altKey; // AltGr is both
    const isMeant = turn === undefined ? event.key === "Delete" && mayDelete : mayRotate;
    if (!isMeant || !isPlain || event.defaultPrevented) return;
    // A question above the picture has keys of its own.
    if (!(event.target instanceof Element) || event.target.closest("[data-open-overlay]") === null) return;
    event.preventDefault();
    void (turn === undefined ? remove() : rotate(turn)); // shows its own failures
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // On its way down: the overlay keeps keys to itself.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return (
    <>
      {mayRotate ? (
        <IconButton
          label={t("rotate")}
          shortcut="]"
          icon={<IconRotateClockwise2 size={18} />}
          onClick={() => void rotate(1)} // shows its own failures
        />
      ) : null}
      {mayDelete ? (
        <IconButton
          label={t("delete")}
          shortcut="Del"
          icon={<IconTrash size={18} />}
          onClick={() => void remove()} // shows its own failures
        />
      ) : null}
    </>
  );
}
