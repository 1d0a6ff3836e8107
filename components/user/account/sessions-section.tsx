"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { rowsIn } from "@/components/layout/rows-in";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { agentName } from "@/lib/shared/agent-name";
import styles from "./account.module.css";

type Session = OutputOf<typeof userContract.listSessions>["sessions"][number];

const queryKey = ["user", "sessions"] as const;

export function SessionsSection() {
  const t = useTranslations("account.sessions");
  const sessions = useQuery({
    queryKey,
    queryFn: async ({ signal }) => rowsIn(await api.user.listSessions({}, { signal }), "sessions"),
  });
  return (
    <Section title={t("title")}>
      <QueryState query={sessions} rows={2}>
        {(all) => (
          <ul className={styles["list"]}>
            {all
              .toSorted((a, b) => Number(b.current) - Number(a.current) || b.last_seen_at - a.last_seen_at)
              .map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}

function SessionItem({ session }: { session: Session }) {
  const t = useTranslations("account.sessions");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.user.revokeSession({ id: session.id }),
    onSuccess: () => showToast({ kind: "success", message: t("revoked") }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const agent = agentName(session.agent) ?? t("unknownAgent");
  const timeText = (atMs: number) => format.dateTime(atMs, { dateStyle: "medium", timeStyle: "short" });
  const ask = async () => {
    const body = t("revokeBody", { agent, address: session.address });
    if (await openConfirm({ title: t("revokeTitle"), body, confirmLabel: t("revoke"), danger: true })) revoke.mutate();
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]} title={session.agent}>
          {agent}
          {session.current ? <Badge tone="accent">{t("current")}</Badge> : null}
        </div>
        <div className={styles["facts"]}>
          <span>
            {t("address")}: <code>{session.address}</code>
          </span>
          <span>
            {t("started")}: <bdi>{timeText(session.created_at)}</bdi>
          </span>
          <span>
            {t("lastSeen")}: <bdi>{timeText(session.last_seen_at)}</bdi>
          </span>
        </div>
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          aria-label={t("revokeNamed", { agent })}
          loading={revoke.isPending}
          onClick={() => void ask()} // openConfirm never rejects
        >
          {t("revoke")}
        </Button>
      )}
    </li>
  );
}
