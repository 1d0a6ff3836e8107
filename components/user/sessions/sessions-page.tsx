"use client";

import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { Pager } from "@/components/layout/pager";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages } from "@/lib/client/urls";
import { SessionTable } from "./session-table";
import { useAllSessions, type SessionFilter } from "./use-all-sessions";
import styles from "@/components/user/user.module.css";

/** Where everybody is signed in, newest first; the user and the page are in the address. */
export default function SessionsPage() {
  const t = useTranslations("user.sessions");
  const tUser = useTranslations("user");
  const params = useSearchParams();
  const filter: SessionFilter = { username: params.get("user"), before: params.get("before") };
  const sessions = useAllSessions(filter);
  return (
    <Page title={t("title")} isWide before={<BackLink href={pages.users()} label={tUser("title")} />}>
      <UserFilter key={filter.username} username={filter.username ?? ""} />
      <QueryState query={sessions} rows={8}>
        {({ sessions: all, next }) => (
          <>
            {all.length === 0 ? <EmptyState title={t("empty")} /> : <SessionTable sessions={all} />}
            <Pager
              label={t("pages")}
              newest={
                filter.before === null ? null : { label: t("newest"), href: pages.sessions({ user: filter.username }) }
              }
              older={
                next === null
                  ? null
                  : { label: t("older"), href: pages.sessions({ user: filter.username, before: next }) }
              }
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** The exact name of one user; empty for all. */
function UserFilter({ username }: { username: string }) {
  const t = useTranslations("user.sessions");
  const router = useRouter();
  const [wanted, setWanted] = useState(username);
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          router.push(pages.sessions({ user: wanted.trim() === "" ? null : wanted.trim() }));
        }}
      >
        <TextInput
          type="search"
          aria-label={t("user")}
          placeholder={t("user")}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t("filter")}
        </Button>
        {username === "" ? null : (
          <Button variant="subtle" component={Link} href={pages.sessions({})}>
            {t("all")}
          </Button>
        )}
      </form>
    </search>
  );
}
