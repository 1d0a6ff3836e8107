"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { pictureKey } from "@/components/domain/picture/picture-key";
import { countRows, countsKeyOf } from "@/components/file/rows/count-rows";
import { usePictureFacts } from "@/components/file/gallery/use-picture-facts";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Facts } from "@/components/ui/details/facts";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { summarize, summarizeShots } from "./summarize";

/** Of so many pictures it is asked what their cameras wrote. */
const mostAsked = 500;

type Props = {
  folder: VirtualPath;
  entries: readonly FileEntry[];
  /** Of a folder that is merely open nothing is asked. */
  isChosen: boolean;
};

/** What many entries have in common. */
export function SeveralEntries({ folder, entries, isChosen }: Props) {
  const t = useTranslations("picture");
  const tFile = useTranslations("file");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const asked = useMemo(() => (isChosen && entries.length <= mostAsked ? entries : []), [entries, isChosen]);
  const known = usePictureFacts(folder, asked);
  const { folders, files } = useMemo(() => countRows(entries), [entries]);
  const { sizeBytes, changed } = useMemo(() => summarize(entries), [entries]);
  const { taken, cameras } = useMemo(
    () => summarizeShots(asked.flatMap((entry) => known.get(pictureKey(folder, entry)) ?? [])),
    [asked, known, folder],
  );
  const range = (span: { fromMs: number; toMs: number } | null) =>
    span === null ? null : format.dateTimeRange(new Date(span.fromMs), new Date(span.toMs), { dateStyle: "medium" });
  return (
    <Facts
      facts={[
        { label: t("pane.contents"), value: tFile(`status.${countsKeyOf({ folders, files })}`, { folders, files }) },
        { label: t("info.size"), value: files === 0 ? null : formatSize(sizeBytes) },
        { label: t("info.modified"), value: range(changed) },
        { label: t("info.taken"), value: range(taken) },
        { label: t("info.camera"), value: cameras.slice(0, 5).join(", ") },
      ]}
    />
  );
}
