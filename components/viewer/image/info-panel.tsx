"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cameraFacts, dimensionsText } from "@/components/domain/picture/camera-facts";
import { Facts } from "@/components/ui/details/facts";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { formatSize } from "@/lib/shared/units";
import type { Size } from "./image-view";
import styles from "./info-panel.module.css";

type Props = {
  /** Null where nobody may ask for more than there is to see. */
  path: VirtualPath | null;
  entry: FileEntry;
  size: Size | null;
  children?: ReactNode;
};

const nowhere = "none" as VirtualPath; // never asked for

/** What is known of the picture, beside it; below it on a phone. */
export function InfoPanel({ path, entry, size, children }: Props) {
  const t = useTranslations("picture.info");
  const format = useFormatter();
  const locale = useLocale();
  const asked = useQuery({ ...queryOf(routes.preview.facts, { files: [path ?? nowhere] }), enabled: path !== null });
  const facts = asked.data?.facts[0] ?? null;
  return (
    <aside className={styles["panel"]} aria-label={t("title")}>
      <h3 className={styles["name"]} dir="auto">
        {shownName(entry.name)}
      </h3>
      {children}
      <Facts
        facts={[
          {
            label: t("dimensions"),
            value: size === null ? null : dimensionsText(size, { t, format }),
          },
          { label: t("size"), value: formatSize(entry.size, locale) },
          {
            label: t("modified"),
            value: format.dateTime(new Date(entry.mtime), { dateStyle: "medium", timeStyle: "short" }),
          },
          ...(facts === null ? [] : cameraFacts(facts, { t, format })),
        ]}
      />
    </aside>
  );
}
