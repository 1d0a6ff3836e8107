"use client";

import { useTranslations } from "next-intl";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { FileEntry } from "@/lib/contracts/file";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";

export type OpenHostProps = {
  folder: VirtualPath;
  name: EntryName;
  /** The rows of the list in their order, for previous and next. */
  entries: readonly FileEntry[];
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};

/** Shows the opened entry. */
export default function OpenHost({ name, entries, onClose }: OpenHostProps) {
  const t = useTranslations("file");
  const entry = entries.find((one) => one.name === name);
  return (
    <DialogCard title={name} onClose={onClose}>
      <p>{entry === undefined ? t("opened.gone") : formatSize(entry.size)}</p>
    </DialogCard>
  );
}
