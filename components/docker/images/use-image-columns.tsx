"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Ago } from "@/components/domain/live/ago";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Badge } from "@/components/ui/badge";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import { useStore } from "@/components/ui/use-store";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { newerImages, newerNameOf } from "@/lib/client/newer-images";
import { shortReference } from "@/lib/shared/image-reference";
import { shownName } from "@/lib/shared/shown-name";
import { nameOfImage, shortId } from "./filter-images";
import styles from "@/components/docker/docker.module.css";
import { compareNames } from "@/lib/shared/compare-names";

const isUnnamed = ({ tags, digests }: ImageRow) => tags.length === 0 && digests.length === 0;

/** `pull` null: this user may not. */
export function useImageColumns(pull: ((reference: string) => void) | null): readonly GridColumn<ImageRow>[] {
  const t = useTranslations("dockerImage");
  const formatSize = useFormatSize();
  const newer = useStore(newerImages);
  return useMemo(() => {
    // What has no name comes last.
    const byName = (a: ImageRow, b: ImageRow) =>
      Number(isUnnamed(a)) - Number(isUnnamed(b)) || compareNames(nameOfImage(a), nameOfImage(b));
    return [
      {
        id: "name",
        title: t("columns.name"),
        width: "minmax(240px, 2fr)",
        phone: "first",
        compare: byName,
        renderCell: ({ id, tags, tags: [first, ...others], digests: [digest] }) =>
          first === undefined && digest !== undefined ? (
            <bdi className={styles["name"]} dir="ltr" data-tip={digest}>
              {shownName(shortReference(digest))}
            </bdi>
          ) : first === undefined ? (
            <span className={styles["name"]}>
              <bdi dir="ltr">{shortId(id)}</bdi> <Badge tone="plain">{t("untagged")}</Badge>
            </span>
          ) : (
            <bdi className={styles["name"]} dir="ltr" data-tip={others.length > 0 ? others.join("\n") : undefined}>
              {shownName(first)}
              {others.length === 0 ? null : <span className={styles["image"]}>+{others.length}</span>}
              <Newer name={newerNameOf({ id, tags }, newer)} pull={pull} />
            </bdi>
          ),
      },
      {
        id: "used",
        title: t("columns.used"),
        width: "minmax(120px, 1fr)",
        fromWidth: 520,
        phone: "second",
        compare: (a, b) => b.used_count - a.used_count || byName(a, b),
        renderCell: ({ used_by, used_count }) => (
          <bdi dir="ltr">
            {used_by.map(shownName).join(", ")}
            {used_count > used_by.length ? "…" : ""}
          </bdi>
        ),
      },
      {
        id: "id",
        title: t("columns.id"),
        width: "120px",
        fromWidth: 860,
        renderCell: ({ id }) => (
          <code className={styles["code"]} dir="ltr">
            {shortId(id)}
          </code>
        ),
      },
      {
        id: "size",
        title: t("columns.size"),
        width: "90px",
        phone: "second",
        isNumber: true,
        firstDirection: "down",
        compare: (a, b) => a.size - b.size || byName(b, a),
        renderCell: ({ size }) => formatSize(size),
      },
      {
        id: "created",
        title: t("columns.created"),
        width: "130px",
        fromWidth: 700,
        phone: "second",
        isNumber: true,
        firstDirection: "down",
        compare: (a, b) => a.created_at - b.created_at || byName(b, a),
        renderCell: ({ created_at }) => <Ago at={created_at} />,
      },
    ];
  }, [t, formatSize, newer, pull]);
}

/** Something newer is to be had: said in the row until it is pulled. */
function Newer({ name, pull }: { name: string | null; pull: ((reference: string) => void) | null }) {
  const t = useTranslations("dockerImage");
  if (name === null) return null;
  return (
    <>
      {" "}
      <Badge tone="accent">{t("newer")}</Badge>
      {pull === null ? null : (
        <button
          type="button"
          className={styles["pull"]}
          // The row would open its details.
          onClick={(event) => {
            event.stopPropagation();
            pull(name);
          }}
        >
          {t("actions.again")}
        </button>
      )}
    </>
  );
}
