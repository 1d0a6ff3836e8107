"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Table } from "@/components/ui/table";
import type { SshKey } from "@/lib/contracts/crypto";
import { KeyActions } from "./key-actions";
import { typeText } from "./type-text";
import styles from "./crypto.module.css";

export function KeyTable({ keys }: { keys: readonly SshKey[] }) {
  const t = useTranslations("crypto");
  const format = useFormatter();
  return (
    <Table
      label={t("title")}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          title: t("columns.name"),
          sortBy: ({ name }) => name,
          renderCell: ({ name, comment }) => (
            <div className={styles["name"]}>
              <bdi>{name}</bdi>
              {comment === "" || comment === name ? null : <bdi className={styles["dim"]}>{comment}</bdi>}
            </div>
          ),
        },
        {
          id: "type",
          title: t("columns.type"),
          sortBy: (key) => typeText(key),
          renderCell: (key) => (
            <span className={styles["type"]}>
              {typeText(key)}
              {key.has_passphrase ? (
                <Badge>{t(key.is_passphrase_kept ? "passphraseKept" : "passphraseAsked")}</Badge>
              ) : null}
            </span>
          ),
        },
        {
          id: "fingerprint",
          title: t("columns.fingerprint"),
          isLine: true,
          renderCell: ({ fingerprint }) => (
            <code className={styles["fingerprint"]} dir="ltr">
              {fingerprint}
            </code>
          ),
        },
        {
          id: "created",
          title: t("columns.created"),
          sortBy: ({ created_at: createdMs }) => createdMs,
          firstDirection: "down",
          wideOnly: true,
          renderCell: ({ created_at: createdAt }) => (
            <span className={styles["date"]}>{format.dateTime(createdAt, { dateStyle: "medium" })}</span>
          ),
        },
        {
          id: "actions",
          title: t("columns.actions"),
          isTitleHidden: true,
          align: "end",
          renderCell: (key) => <KeyActions sshKey={key} />,
        },
      ]}
    />
  );
}
