"use client";

import { Button, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { Pager } from "@/components/layout/pager";
import { QueryState } from "@/components/layout/query-state";
import { useCachedMe } from "@/components/layout/use-me";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ForbiddenState } from "@/components/ui/state/forbidden-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { addressOf, filterOf, type Filter } from "./recording-filter";
import { RecordingTable } from "./recording-table";
import styles from "./recording.module.css";

/** What was recorded of terminals, newest first; for administrators, whom the server asks for. */
export default function RecordingsPage() {
  const t = useTranslations("terminal.recordings");
  const me = useCachedMe();
  return (
    <Page title={t("title")} isWide before={<BackLink href={pages.settings()} label={t("back")} />}>
      {me === undefined ? (
        <LoadingState />
      ) : me.is_root ? (
        <Recordings />
      ) : (
        <ForbiddenState permission={t("administrator")} />
      )}
    </Page>
  );
}

function Recordings() {
  const t = useTranslations("terminal.recordings");
  const filter = filterOf(useSearchParams());
  const list = useQuery({
    queryKey: ["terminal", "recordings", filter],
    queryFn: ({ signal }) => api.terminal.listRecordings({ ...filter, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { before, ...others } = filter;
  const isFiltered = filter.username !== undefined;
  return (
    <>
      <p className={styles["intro"]}>{t("intro")}</p>
      <QueryState query={list} rows={8}>
        {({ recordings, next }) => (
          <>
            {recordings.length > 0 || isFiltered ? <UserFilter key={filter.username} filter={filter} /> : null}
            {recordings.length > 0 ? (
              <RecordingTable recordings={recordings} />
            ) : isFiltered ? (
              <EmptyState compact title={t("noMatch")} />
            ) : (
              <EmptyState title={t("empty")} hint={t("emptyHint")} />
            )}
            <Pager
              label={t("pageLabel")}
              newest={before === undefined ? null : { label: t("newest"), href: addressOf(others) }}
              older={next === null ? null : { label: t("older"), href: addressOf({ ...others, before: next }) }}
            />
          </>
        )}
      </QueryState>
    </>
  );
}

/** Exact user name; Enter or the button applies it. */
function UserFilter({ filter }: { filter: Filter }) {
  const t = useTranslations("terminal.recordings");
  const router = useRouter();
  const [username, setUsername] = useState(filter.username ?? "");
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          router.push(addressOf({ username: username.trim() }));
        }}
      >
        <TextInput
          label={t("filterUser")}
          value={username}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t("apply")}
        </Button>
        {filter.username === undefined ? null : (
          <Button component={Link} href={addressOf({})} variant="subtle">
            {t("clear")}
          </Button>
        )}
      </form>
    </search>
  );
}
