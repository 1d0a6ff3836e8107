"use client";

import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { Badge } from "@/components/ui/badge";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./systemd.module.css";

/** systemd's own words: they are what its manual and its files say. */
export function UnitRelations({ relations }: { relations: Readonly<Record<string, readonly string[]>> }) {
  const t = useTranslations("systemd.details");
  const kinds = Object.entries(relations);
  if (kinds.length === 0) return null;
  return (
    <details className={styles["part"]}>
      <summary>{t("relations")}</summary>
      <dl className={styles["facts"]} dir="ltr">
        {kinds.map(([kind, units]) => (
          <div key={kind} style={{ display: "contents" }}>
            <dt>{kind}</dt>
            <dd>{shownName(units.join(", "))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type File = { path: string; text: string; is_drop_in: boolean };

export function UnitFiles({ files }: { files: readonly File[] }) {
  const t = useTranslations("systemd.details");
  const isRoot = useCachedMe()?.is_root === true;
  if (!isRoot) return <p className={`${styles["part"]} ${styles["quiet"]}`}>{t("filesRootOnly")}</p>;
  if (files.length === 0) return null;
  return (
    <details className={styles["part"]}>
      <summary>{t("files")}</summary>
      {files.map(({ path, text, is_drop_in }) => (
        <div key={path}>
          <div className={styles["path"]}>
            <bdi dir="ltr">{shownName(path)}</bdi>
            {is_drop_in ? <Badge>{t("dropIn")}</Badge> : null}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well */}
          <pre className={styles["text"]} dir="ltr" tabIndex={0} aria-label={path}>
            {text}
          </pre>
        </div>
      ))}
    </details>
  );
}
