"use client";

import { Button } from "@mantine/core";
import { IconDevices, IconMailPlus, IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { SearchedList } from "@/components/layout/searched-list";
import { sortRows } from "@/components/ui/sort-rows";
import { pages } from "@/lib/client/urls";
import type { Role, User } from "@/lib/contracts/user";
import { useRoles } from "@/components/user/role/use-roles";
import { UserTable } from "./user-table";

export function UserList({ users }: { users: UseQueryResult<User[]> }) {
  const t = useTranslations("user");
  const roles = useRoles();
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <Button variant="default" component={Link} href={pages.sessions({})} leftSection={<IconDevices size={16} />}>
            {t("sessions.title")}
          </Button>
          <Button
            variant="default"
            component={Link}
            href={pages.invitations()}
            leftSection={<IconMailPlus size={16} />}
          >
            {t("invitations.title")}
          </Button>
          <Button component={Link} href={`${pages.users()}?new`} leftSection={<IconPlus size={16} />}>
            {t("create")}
          </Button>
        </>
      }
    >
      <QueryState query={users}>{(all) => <Found users={all} roles={roles.data ?? none} />}</QueryState>
    </Page>
  );
}

const none: readonly Role[] = [];

function Found({ users, roles }: { users: readonly User[]; roles: readonly Role[] }) {
  const t = useTranslations("user");
  const sorted = useMemo(() => sortRows(users, ({ username }) => username, "up"), [users]);
  const textsOf = useMemo(() => {
    const names = new Map(roles.map(({ id, name }) => [id, name]));
    return ({ username, role_id: roleId }: User) => [username, names.get(roleId ?? "") ?? ""];
  }, [roles]);
  return (
    <SearchedList label={t("search")} rows={sorted} textsOf={textsOf} noMatch={t("empty")} isAlways>
      {(found) => <UserTable users={found} roles={roles} />}
    </SearchedList>
  );
}
