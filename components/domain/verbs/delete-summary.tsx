"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { api } from "@/lib/client/call";
import type { VirtualPath } from "@/lib/shared/paths";
import { useFormatSize } from "@/components/layout/use-format-size";

const patienceMs = 8000;

type Props = { files: readonly VirtualPath[]; folderCount: number; fileCount: number; notes: readonly string[] };

/** What will be deleted, with everything below it as soon as that is counted. */
export function DeleteSummary({ files, folderCount, fileCount, notes }: Props) {
  const t = useTranslations("file.delete");
  const formatSize = useFormatSize();
  const isDeep = folderCount > 0 && files.length <= 10_000;
  const size = useQuery({
    queryKey: ["file", "measure", files],
    queryFn: ({ signal }) =>
      api.file.measure({ files: [...files] }, { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) }),
    enabled: isDeep || files.length <= 10_000,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  const chosen = t("chosen", { folders: folderCount, files: fileCount });
  return (
    <>
      <p aria-live="polite">
        {size.data === undefined
          ? `${chosen}${size.isFetching ? ` · ${t("counting")}` : ""}`
          : t("contents", {
              folders: folderCount + size.data.folders,
              files: size.data.files,
              size: formatSize(size.data.bytes),
            })}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
