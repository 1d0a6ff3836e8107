"use client";

import { Button } from "@mantine/core";
import { IconCopy, IconPencil, IconPlus, IconShieldLock, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { SearchedList } from "@/components/layout/searched-list";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { sortRows } from "@/components/ui/sort-rows";
import { EmptyState } from "@/components/ui/state/empty-state";
import { Table } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast/toast-store";
import { pages } from "@/lib/client/urls";
import type { Belongings } from "@/lib/contracts/belongings";
import type { Role } from "@/lib/contracts/user";
import { BelongingsSummary } from "@/components/user/belongings-summary";
import { useCountRoleBelongings, useDeleteRole } from "./use-roles";
import styles from "@/components/user/user.module.css";

export function RoleList({ roles }: { roles: UseQueryResult<Role[]> }) {
  const t = useTranslations("role");
  const create = (
    <Button component={Link} href={`${pages.roles()}?new`} leftSection={<IconPlus size={16} />}>
      {t("create")}
    </Button>
  );
  return (
    <Page title={t("title")} actions={create}>
      <QueryState query={roles}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<IconShieldLock size={22} />} title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <Roles roles={all} />
          )
        }
      </QueryState>
    </Page>
  );
}

const textsOf = ({ name }: Role) => [name];

function Roles({ roles }: { roles: readonly Role[] }) {
  const sorted = useMemo(() => sortRows(roles, ({ name }) => name, "up"), [roles]);
  return (
    <SearchedList rows={sorted} textsOf={textsOf}>
      {(found) => <RoleTable roles={found} />}
    </SearchedList>
  );
}

function RoleTable({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations("role");
  return (
    <Table
      label={t("title")}
      rows={roles}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          title: t("name"),
          sortBy: ({ name }) => name,
          renderCell: ({ id, name }) => (
            <Link href={`${pages.roles()}?edit=${id}`} prefetch={false} className={styles["name"]}>
              {name}
            </Link>
          ),
        },
        {
          id: "permissions",
          title: t("sections.permissions"),
          sortBy: ({ auth_list: permissions }) => permissions.length,
          firstDirection: "down",
          wideOnly: true,
          renderCell: (role) => <PermissionCount role={role} />,
        },
        {
          id: "folders",
          title: t("sections.scopes"),
          wideOnly: true,
          renderCell: (role) => <FolderCount role={role} />,
        },
        {
          id: "users",
          title: t("usersColumn"),
          sortBy: ({ users }) => users,
          firstDirection: "down",
          renderCell: ({ users }) => t("users", { count: users }),
        },
        {
          id: "actions",
          title: t("actions"),
          isTitleHidden: true,
          align: "end",
          renderCell: (role) => <RoleMenu role={role} />,
        },
      ]}
    />
  );
}

function PermissionCount({ role: { auth_list, commands } }: { role: Role }) {
  const t = useTranslations("role");
  return (
    <>
      {t("permissionCount", { count: auth_list.length })}
      {commands === null ? null : <div className={styles["dim"]}>{t("commandCount", { count: commands.length })}</div>}
    </>
  );
}

function FolderCount({ role }: { role: Role }) {
  const t = useTranslations("role");
  const denied = role.not_access_dirs.length;
  return (
    <>
      {t("folderCount", { count: role.access_dirs.length + role.only_read_dirs.length })}
      {denied === 0 ? null : <div className={styles["dim"]}>{t("deniedCount", { count: denied })}</div>}
    </>
  );
}

function RoleMenu({ role }: { role: Role }) {
  const t = useTranslations("role");
  const tUi = useTranslations("ui");
  const router = useRouter();
  const countBelongings = useCountRoleBelongings();
  const { mutate } = useDeleteRole();
  const { id, name } = role;
  const remove = async (counts: Belongings) => {
    const request = {
      title: t("deleteTitle", { name }),
      body: <BelongingsSummary counts={counts} lead={t("deleteBody")} />,
      confirmLabel: tUi("delete"),
      danger: true,
    };
    if (!(await openConfirm(request))) return;
    mutate(id, { onSuccess: () => showToast({ kind: "success", message: t("deleted", { name }) }) });
  };
  return (
    <ActionMenu
      label={t("actionsOf", { name })}
      items={[
        {
          id: "edit",
          label: t("edit"),
          icon: <IconPencil size={16} />,
          onSelect: () => router.push(`${pages.roles()}?edit=${id}`),
        },
        {
          id: "duplicate",
          label: t("duplicate"),
          icon: <IconCopy size={16} />,
          onSelect: () => router.push(`${pages.roles()}?new&from=${id}`),
        },
        { id: "divider", divider: true },
        {
          id: "delete",
          label: tUi("delete"),
          icon: <IconTrash size={16} />,
          danger: true,
          disabledReason: role.users > 0 ? t("inUse") : null,
          onSelect: () => countBelongings.mutate(id, { onSuccess: (counts) => void remove(counts) }), // openConfirm never rejects
        },
      ]}
    />
  );
}
