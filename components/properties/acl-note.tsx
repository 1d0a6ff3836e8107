"use client";

import { useTranslations } from "next-intl";
import type { AclEntry, EntryProperties } from "@/lib/contracts/properties";
import { formatRights, isMasked } from "./acl-rights";
import styles from "./properties.module.css";

type Acl = NonNullable<EntryProperties["acl"]>;

/** Who else may do what, beyond what a mode can say. */
export function AclNote({ acl }: { acl: Acl }) {
  const t = useTranslations("properties.acl");
  return (
    <section className={styles["section"]} aria-label={t("title")}>
      <h3>{t("title")}</h3>
      {acl.access.length === 0 ? null : (
        <>
          <AclTable label={t("title")} entries={acl.access} />
          <p className={styles["dim"]}>{t("mask")}</p>
        </>
      )}
      {acl.defaults.length === 0 ? null : (
        <>
          <h4>{t("defaults")}</h4>
          <AclTable label={t("defaults")} entries={acl.defaults} />
        </>
      )}
    </section>
  );
}

function AclTable({ label, entries }: { label: string; entries: readonly AclEntry[] }) {
  const t = useTranslations("properties.acl");
  const mask = entries.find(({ who }) => who === "mask")?.may ?? 0o7;
  return (
    <table className={styles["acl"]} aria-label={label}>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.who} ${entry.id}`}>
            <th scope="row">
              {t(`who.${entry.who}`)} {entry.id === null ? null : <bdi>{entry.name ?? entry.id}</bdi>}
            </th>
            <td>
              <code dir="ltr">{formatRights(entry.may)}</code>
            </td>
            <td className={styles["dim"]}>
              {isMasked(entry, mask) ? t("effective", { rights: formatRights(entry.may & mask) }) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
