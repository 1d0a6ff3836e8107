"use client";

import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { nameOfEntry } from "@/components/domain/entry/neighbours";
import { useWords } from "@/components/domain/entry/words";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useCan } from "@/components/layout/use-can";
import { IconButton } from "@/components/ui/icon-button";

/** What one may do to a picture of the session's own places: delete it and see the next one. */
export default function SessionTools({ path, entry, neighbours, onClose, onNavigate }: ViewerProps) {
  const t = useTranslations("picture.table");
  const words = useWords();
  const can = useCan();
  const mayDelete = can("filecat_file_delete_cut_rename");

  const remove = async () => {
    const next = nameOfEntry(neighbours.next) ?? nameOfEntry(neighbours.previous);
    if (!(await deleteEntries({ files: [path], entries: [entry], permanent: false }, words))) return;
    if (next === null) onClose();
    else onNavigate(next);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.key !== "Delete" || !isPlain || event.defaultPrevented || !mayDelete) return;
    // A question above the picture has keys of its own.
    if (!(event.target instanceof Element) || event.target.closest("[data-open-overlay]") === null) return;
    event.preventDefault();
    void remove(); // shows its own failures
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // On its way down: the overlay keeps keys to itself.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return mayDelete ? (
    <IconButton
      label={t("delete")}
      shortcut="Del"
      icon={<IconTrash size={18} />}
      onClick={() => void remove()} // shows its own failures
    />
  ) : null;
}
