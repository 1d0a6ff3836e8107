"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatMode } from "@/components/domain/entry/entry-text";
import { kindOf } from "@/components/domain/entry/kinds";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { pictureKey } from "@/components/domain/picture/picture-key";
import { cameraFacts, dimensionsText } from "@/components/domain/picture/camera-facts";
import { Facts } from "@/components/ui/details/facts";
import type { FileEntry } from "@/lib/contracts/file";
import { extensionOf } from "@/lib/shared/extension-of";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";
import { usePictureFacts } from "@/components/file/gallery/use-picture-facts";
import { useMemo } from "react";

/** What is known of one entry. */
export function OneEntry({ folder, entry }: { folder: VirtualPath; entry: FileEntry }) {
  const t = useTranslations("picture");
  const format = useFormatter();
  const locale = useLocale();
  const info = useTranslations("picture.info");
  const speech = { t: info, format };
  const rows = useMemo(() => [entry], [entry]);
  const known = usePictureFacts(folder, rows).get(pictureKey(folder, entry));
  const facts = kindOf(entry) === "image" ? (known ?? null) : null;
  const extension = extensionOf(entry.name);
  return (
    <Facts
      facts={[
        {
          label: t("pane.type"),
          value: isFolder(entry) ? t("pane.folder") : extension === "" ? t("pane.file") : extension.toUpperCase(),
        },
        { label: t("info.size"), value: isFolder(entry) ? null : formatSize(entry.size, locale) },
        {
          label: t("info.modified"),
          value: format.dateTime(new Date(entry.mtime), { dateStyle: "medium", timeStyle: "short" }),
        },
        { label: t("pane.permissions"), value: formatMode(entry.mode), isCode: true },
        { label: t("info.dimensions"), value: facts === null ? null : dimensionsText(facts, speech) },
        ...(facts === null ? [] : cameraFacts(facts, speech)),
      ]}
    />
  );
}
