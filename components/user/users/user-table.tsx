"use client";

import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useCachedMe } from "@/components/layout/use-me";
import { Badge } from "@/components/ui/badge";
import { Table, type Column } from "@/components/ui/table";
import { pages } from "@/lib/client/urls";
import type { Role, User } from "@/lib/contracts/user";
import { UserActions } from "./user-actions";
import styles from "@/components/user/user.module.css";

export function UserTable({ users, roles }: { users: readonly User[]; roles: readonly Role[] }) {
  const t = useTranslations("user");
  const format = useFormatter();
  const me = useCachedMe();
  const roleNames = new Map(roles.map(({ id, name }) => [id, name]));
  const columns: Column<User>[] = [
    {
      id: "username",
      title: t("columns.username"),
      sortBy: ({ username }) => username,
      renderCell: ({ id, username, may_change: mayChange }) => (
        <span className={styles["badges"]}>
          {mayChange ? (
            <Link href={`${pages.users()}?edit=${id}`} prefetch={false} className={styles["name"]}>
              {username}
            </Link>
          ) : (
            <span className={styles["name"]}>{username}</span>
          )}
          {id === me?.id ? <Badge>{t("you")}</Badge> : null}
        </span>
      ),
    },
    {
      id: "role",
      title: t("columns.role"),
      sortBy: ({ role_id: roleId }) => (roleId === null ? null : (roleNames.get(roleId) ?? null)),
      renderCell: ({ role_id, is_root }) => (
        <span className={styles["badges"]}>
          {is_root ? <Badge tone="accent">{t("root")}</Badge> : null}
          {role_id === null ? (
            is_root ? null : (
              <span className={styles["dim"]}>{t("noRole")}</span>
            )
          ) : (
            (roleNames.get(role_id) ?? "…")
          )}
        </span>
      ),
    },
    {
      id: "state",
      title: t("columns.state"),
      sortBy: ({ disabled, second_factor: hasFactor }) => Number(disabled) * 2 + Number(hasFactor),
      firstDirection: "down",
      renderCell: ({ disabled, second_factor: hasFactor }) => (
        <span className={styles["badges"]}>
          {disabled ? <Badge tone="warn">{t("disabled")}</Badge> : <span className={styles["dim"]}>{t("active")}</span>}
          {hasFactor ? <Badge tone="ok">{t("factor")}</Badge> : null}
        </span>
      ),
    },
    {
      id: "lastSeen",
      title: t("columns.lastSeen"),
      sortBy: ({ last_seen_at: seenMs }) => seenMs,
      firstDirection: "down",
      wideOnly: true,
      renderCell: ({ last_seen_at }) => (
        <span className={styles["dim"]}>
          <bdi>
            {last_seen_at === null
              ? t("neverSeen")
              : format.dateTime(last_seen_at, { dateStyle: "medium", timeStyle: "short" })}
          </bdi>
        </span>
      ),
    },
    {
      id: "actions",
      title: t("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (user) => <UserActions user={user} />,
    },
  ];
  return <Table label={t("title")} columns={columns} rows={users} rowKey={({ id }) => id} />;
}
