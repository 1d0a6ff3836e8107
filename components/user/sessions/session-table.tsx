"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { Table, type Column } from "@/components/ui/table";
import { TableSortChoice } from "@/components/ui/table-sort-choice";
import { showToast } from "@/components/ui/toast/toast-store";
import type { TableOrder } from "@/components/ui/use-sorted";
import { agentName } from "@/lib/shared/agent-name";
import { pages } from "@/lib/client/urls";
import type { UserSession } from "@/lib/contracts/sessions";
import { useEndUserSession } from "./use-all-sessions";
import styles from "@/components/user/user.module.css";

/** The server has sorted them. */
const inOrder = () => 0;

type Props = { sessions: readonly UserSession[]; order: TableOrder };

/** In the order in which the server gave them, which goes over all pages. */
export function SessionTable({ sessions, order }: Props) {
  const t = useTranslations("user.sessions");
  const tOwn = useTranslations("account.sessions");
  const format = useFormatter();
  const timeText = (atMs: number) => (
    <span className={styles["dim"]}>
      <bdi>{format.dateTime(atMs, { dateStyle: "medium", timeStyle: "short" })}</bdi>
    </span>
  );
  const columns: Column<UserSession>[] = [
    {
      id: "user",
      title: t("user"),
      sortBy: inOrder,
      renderCell: ({ username }) => (
        <Link href={pages.sessions({ user: username })} prefetch={false} className={styles["name"]}>
          {username}
        </Link>
      ),
    },
    {
      id: "browser",
      title: t("browser"),
      renderCell: ({ agent, current, stays }) => (
        <span className={styles["badges"]} title={agent}>
          {agentName(agent) ?? tOwn("unknownAgent")}
          {current ? <Badge tone="accent">{tOwn("current")}</Badge> : null}
          {stays ? <Badge>{t("stays")}</Badge> : null}
        </span>
      ),
    },
    { id: "address", title: tOwn("address"), renderCell: ({ address }) => <code>{address}</code> },
    {
      id: "started",
      title: tOwn("started"),
      wideOnly: true,
      sortBy: inOrder,
      firstDirection: "down",
      renderCell: ({ created_at: startedMs }) => timeText(startedMs),
    },
    {
      id: "seen",
      title: tOwn("lastSeen"),
      sortBy: inOrder,
      firstDirection: "down",
      renderCell: ({ last_seen_at: seenMs }) => timeText(seenMs),
    },
    { id: "ends", title: t("ends"), wideOnly: true, renderCell: ({ ends_at: endsMs }) => timeText(endsMs) },
    {
      id: "actions",
      title: t("actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (session) => (session.current ? null : <EndButton session={session} />),
    },
  ];
  return (
    <>
      <TableSortChoice columns={columns} order={order} count={sessions.length} />
      <Table label={t("title")} columns={columns} rows={sessions} rowKey={({ id }) => id} sharedOrder={order} />
    </>
  );
}

function EndButton({ session: { id, username, agent, address } }: { session: UserSession }) {
  const t = useTranslations("user.sessions");
  const tOwn = useTranslations("account.sessions");
  const end = useEndUserSession();
  const browser = agentName(agent) ?? tOwn("unknownAgent");
  const ask = async () => {
    const request = {
      title: t("endTitle", { username }),
      body: tOwn("revokeBody", { agent: browser, address }),
      confirmLabel: tOwn("revoke"),
      danger: true,
    };
    if (await openConfirm(request))
      end.mutate(id, { onSuccess: () => showToast({ kind: "success", message: t("ended", { username }) }) });
  };
  return (
    <Button
      variant="default"
      aria-label={t("endNamed", { username, agent: browser })}
      loading={end.isPending}
      onClick={() => void ask()} // openConfirm never rejects
    >
      {tOwn("revoke")}
    </Button>
  );
}
