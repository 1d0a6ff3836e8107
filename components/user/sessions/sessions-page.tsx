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
import type { TableOrder } from "@/components/ui/use-sorted";
import { pages } from "@/lib/client/urls";
import { parseOrder, writeOrder } from "./session-order";
import { SessionTable } from "./session-table";
import { useAllSessions, type SessionFilter } from "./use-all-sessions";
import styles from "@/components/user/user.module.css";

/** Where everybody is signed in; the user, the order, and the page are in the address. */
export default function SessionsPage() {
  const t = useTranslations("user.sessions");
  const tUser = useTranslations("user");
  const router = useRouter();
  const params = useSearchParams();
  const sort = parseOrder(params.get("sort"));
  const filter: SessionFilter = {
    username: params.get("user"),
    start: params.get("start"),
    sort,
    after: params.get("after"),
  };
  const sessions = useAllSessions(filter);
  const user = {
    ...(filter.username === null ? {} : { user: filter.username }),
    ...(filter.start === null ? {} : { start: filter.start }),
  };
  const shown = { ...user, ...writeOrder(sort) };
  const order: TableOrder = {
    sort,
    onSort: (wanted) => router.push(pages.sessions({ ...user, ...(wanted === null ? {} : writeOrder(wanted)) })),
  };
  return (
    <Page title={t("title")} isWide before={<BackLink href={pages.users()} label={tUser("title")} />}>
      <UserFilter key={`${filter.username} ${filter.start}`} filter={filter} order={writeOrder(sort)} />
      <QueryState query={sessions} rows={8}>
        {({ sessions: all, next }) => (
          <>
            {all.length === 0 ? <EmptyState title={t("empty")} /> : <SessionTable sessions={all} order={order} />}
            <Pager
              label={t("pages")}
              newest={filter.after === null ? null : { label: t("first"), href: pages.sessions(shown) }}
              older={next === null ? null : { label: t("next"), href: pages.sessions({ ...shown, after: next }) }}
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** How names start; one that a link has brought is that user's alone until another is typed. Empty for all. */
function UserFilter({ filter, order }: { filter: SessionFilter; order: { sort?: string } }) {
  const t = useTranslations("user.sessions");
  const router = useRouter();
  const [wanted, setWanted] = useState(filter.username ?? filter.start ?? "");
  const given = wanted.trim();
  const asked = given === "" ? {} : given === filter.username ? { user: given } : { start: given };
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          router.push(pages.sessions({ ...asked, ...order }));
        }}
      >
        <TextInput
          type="search"
          aria-label={t("userStart")}
          placeholder={t("userStart")}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t("filter")}
        </Button>
        {filter.username === null && filter.start === null ? null : (
          <Button variant="subtle" component={Link} href={pages.sessions(order)}>
            {t("all")}
          </Button>
        )}
      </form>
    </search>
  );
}
