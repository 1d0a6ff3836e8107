"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import type { SshHost } from "@/lib/contracts/ssh";
import { shownName } from "@/lib/shared/shown-name";
import { defaultSshPort } from "@/lib/shared/ssh-hosts";
import { HostActions } from "./host-actions";
import styles from "./ssh.module.css";

/** What tables of hosts show. */
export function useHostColumns(): readonly Column<SshHost>[] {
  const t = useTranslations("ssh");
  return [
    {
      id: "name",
      title: t("columns.name"),
      sortBy: ({ name }) => name,
      width: "30%",
      renderCell: (host) => (
        <div className={`${styles["name"]} ${styles["besideTools"]}`}>
          <strong>
            <bdi>{shownName(host.name)}</bdi>
          </strong>
          <HostState connection={host.connection} />
          {host.is_own ? null : <span className={styles["dim"]}>{t("sharedBy", { owner: host.owner })}</span>}
        </div>
      ),
    },
    {
      id: "address",
      title: t("columns.address"),
      sortBy: ({ address }) => address,
      width: "30%",
      isLine: true,
      renderCell: ({ username, address, port }) => (
        <span className={styles["dim"]} dir="ltr">
          {username}@{address}
          {port === defaultSshPort ? "" : `:${port}`}
        </span>
      ),
    },
    {
      id: "tags",
      title: t("columns.tags"),
      width: "25%",
      renderCell: ({ tags }) => (
        <span className={styles["badges"]}>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: "actions",
      title: t("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (host) => <HostActions host={host} />,
    },
  ];
}

function HostState({ connection }: Pick<SshHost, "connection">) {
  const t = useTranslations("ssh");
  if (connection === "none") return null;
  return (
    <span className={styles["badges"]}>
      {connection === "open" ? <Badge tone="ok">{t("connected")}</Badge> : <Badge>{t("connecting")}</Badge>}
    </span>
  );
}
