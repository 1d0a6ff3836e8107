"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Facts } from "@/components/ui/details/facts";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { FileEntry } from "@/lib/contracts/file";
import type { previewContract } from "@/lib/contracts/preview";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { formatSize } from "@/lib/shared/units";
import type { Size } from "./image-view";
import { exposureText, placeText } from "./camera-text";
import styles from "./info-panel.module.css";

type Props = {
  /** Null where nobody may ask for more than there is to see. */
  path: VirtualPath | null;
  entry: FileEntry;
  size: Size | null;
  children?: ReactNode;
};

const nowhere = "none" as VirtualPath; // never asked for

type CameraFacts = NonNullable<OutputOf<typeof previewContract.facts>["facts"][number]>;

/** What is known of the picture, beside it; below it on a phone. */
export function InfoPanel({ path, entry, size, children }: Props) {
  const t = useTranslations("picture.info");
  const format = useFormatter();
  const locale = useLocale();
  const asked = useQuery({ ...queryOf(routes.preview.facts, { files: [path ?? nowhere] }), enabled: path !== null });
  const facts = asked.data?.facts[0] ?? null;
  const number = (value: number, digits = 1) => format.number(value, { maximumFractionDigits: digits });
  const megapixels = size === null ? 0 : (size.width * size.height) / 1e6;
  const cameraFacts = (known: CameraFacts) => [
    {
      label: t("taken"),
      // By the camera's clock, which knows of no time zone.
      value:
        known.takenMs === null
          ? null
          : format.dateTime(new Date(known.takenMs), { dateStyle: "medium", timeStyle: "short" }),
    },
    { label: t("camera"), value: known.camera },
    { label: t("lens"), value: known.lens },
    {
      label: t("exposure"),
      value: known.exposureS === null ? null : t("seconds", { value: exposureText(known.exposureS, number) }),
    },
    { label: t("aperture"), value: known.aperture === null ? null : `ƒ/${number(known.aperture)}` },
    { label: t("iso"), value: known.iso === null ? null : number(known.iso, 0) },
    {
      label: t("focalLength"),
      value: known.focalLengthMm === null ? null : t("millimeters", { value: number(known.focalLengthMm) }),
    },
    { label: t("place"), value: known.place === null ? null : placeText(known.place), isCode: true },
  ];
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
            value:
              size === null
                ? null
                : [
                    `${size.width} × ${size.height}`,
                    ...(megapixels < 0.1
                      ? []
                      : [t("megapixels", { count: format.number(megapixels, { maximumFractionDigits: 1 }) })]),
                  ].join(" · "),
          },
          { label: t("size"), value: formatSize(entry.size, locale) },
          {
            label: t("modified"),
            value: format.dateTime(new Date(entry.mtime), { dateStyle: "medium", timeStyle: "short" }),
          },
          ...(facts === null ? [] : cameraFacts(facts)),
        ]}
      />
    </aside>
  );
}
