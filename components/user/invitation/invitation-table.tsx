"use client";

import { IconTrash } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { IconButton } from "@/components/ui/icon-button";
import { Table, type Column } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast/toast-store";
import type { Invitation } from "@/lib/contracts/invitations";
import type { Role } from "@/lib/contracts/user";
import { useRevokeInvitation } from "./use-invitations";
import styles from "@/components/user/user.module.css";

type Props = { invitations: readonly Invitation[]; roles: readonly Role[] };

export function InvitationTable({ invitations, roles }: Props) {
  const t = useTranslations("user.invitations");
  const tUser = useTranslations("user");
  const format = useFormatter();
  const roleNames = new Map(roles.map(({ id, name }) => [id, name]));
  const columns: Column<Invitation>[] = [
    {
      id: "for",
      title: t("columns.for"),
      sortBy: ({ note, username }) => note || username,
      renderCell: ({ note, username, ended }) => (
        <span className={styles["badges"]}>
          <strong>{note !== "" ? note : (username ?? t("anyone"))}</strong>
          {note !== "" && username !== null ? <Badge>{username}</Badge> : null}
          {ended === null ? null : <Badge tone="warn">{t(`ended.${ended}`)}</Badge>}
        </span>
      ),
    },
    {
      id: "role",
      title: tUser("columns.role"),
      renderCell: ({ role_id: roleId }) =>
        roleId === null ? <span className={styles["dim"]}>{tUser("noRole")}</span> : (roleNames.get(roleId) ?? "…"),
    },
    {
      id: "uses",
      title: t("columns.uses"),
      sortBy: ({ uses }) => uses,
      firstDirection: "down",
      renderCell: ({ uses, max_uses: most }) => t("uses", { uses, most }),
    },
    {
      id: "expires",
      title: t("columns.expires"),
      sortBy: ({ expires_at: expiresMs }) => expiresMs,
      renderCell: ({ expires_at: expiresMs }) => (
        <span className={styles["dim"]}>
          <bdi>{format.dateTime(expiresMs, { dateStyle: "medium", timeStyle: "short" })}</bdi>
        </span>
      ),
    },
    {
      id: "inviter",
      title: t("columns.inviter"),
      sortBy: ({ inviter }) => inviter,
      wideOnly: true,
      renderCell: ({ inviter }) => inviter,
    },
    {
      id: "actions",
      title: tUser("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (invitation) => <RevokeButton invitation={invitation} />,
    },
  ];
  return <Table label={t("title")} columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

function RevokeButton({ invitation: { id, note, username, ended } }: { invitation: Invitation }) {
  const t = useTranslations("user.invitations");
  const revoke = useRevokeInvitation();
  const name = [note, username].find((text) => text !== null && text !== "") ?? t("anyone");
  const ask = async () => {
    const request = { title: t("revokeTitle", { name }), body: t("revokeBody"), confirmLabel: t("revoke") };
    if (ended === null && !(await openConfirm({ ...request, danger: true }))) return;
    revoke.mutate(id, { onSuccess: () => showToast({ kind: "success", message: t("revoked", { name }) }) });
  };
  return (
    <IconButton
      label={t(ended === null ? "revokeNamed" : "removeNamed", { name })}
      icon={<IconTrash size={18} />}
      disabled={revoke.isPending}
      onClick={() => void ask()} // openConfirm never rejects
    />
  );
}
