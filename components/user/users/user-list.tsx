"use client";

import { Button, TextInput } from "@mantine/core";
import { IconDevices, IconMailPlus, IconPlus, IconSearch } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages } from "@/lib/client/urls";
import type { User } from "@/lib/contracts/user";
import { useRoles } from "@/components/user/role/use-roles";
import { findUsers } from "./find-users";
import { UserTable } from "./user-table";
import styles from "@/components/user/user.module.css";

export function UserList({ users }: { users: UseQueryResult<User[]> }) {
  const t = useTranslations("user");
  const [wanted, setWanted] = useState("");
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
      <QueryState query={users}>
        {(all) => {
          const found = findUsers(all, roles.data ?? [], wanted);
          return (
            <>
              <TextInput
                type="search"
                className={styles["search"]}
                aria-label={t("search")}
                placeholder={t("search")}
                leftSection={<IconSearch size={16} />}
                value={wanted}
                onChange={({ currentTarget }) => setWanted(currentTarget.value)}
              />
              <output className="visually-hidden">{wanted === "" ? "" : t("count", { count: found.length })}</output>
              {found.length === 0 ? (
                <EmptyState title={t("empty")} />
              ) : (
                <UserTable users={found} roles={roles.data ?? []} />
              )}
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}
