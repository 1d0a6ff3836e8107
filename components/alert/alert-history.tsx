"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { AlertName } from "@/components/domain/alert/alert-name";
import { useSayAlert } from "@/components/domain/alert/use-say-alert";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { rowsIn } from "@/components/layout/rows-in";
import { EmptyState } from "@/components/ui/state/empty-state";
import { Table, type Column } from "@/components/ui/table";
import { api } from "@/lib/client/call";
import type { Alert } from "@/lib/contracts/alert";
import { alertMeasures } from "@/lib/shared/alerts";

/** What was, the newest first, with what goes on: when that changes, there may be one more that is over. */
export function AlertHistory({ current }: { current: readonly Alert[] }) {
  const t = useTranslations("alert");
  const past = useQuery({
    queryKey: ["alert", "past", current.map(({ id }) => id)],
    queryFn: async ({ signal }) => rowsIn(await api.alert.listAlerts({}, { signal }), "past"),
    // One that has ended leaves as many as before it began.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <Section title={t("past")}>
      <QueryState query={past} rows={2}>
        {(ended) => {
          const alerts = withCurrent(ended, current);
          return alerts.length === 0 ? <EmptyState title={t("noPast")} compact /> : <HistoryTable alerts={alerts} />;
        }}
      </QueryState>
    </Section>
  );
}

/** Until it is asked anew, one that is over may still be among those that go on. */
function withCurrent(ended: readonly Alert[], current: readonly Alert[]): readonly Alert[] {
  const over = new Set(ended.map(({ id }) => id));
  return [...current.filter(({ id }) => !over.has(id)), ...ended].toSorted((a, b) => b.since - a.since);
}

function HistoryTable({ alerts }: { alerts: readonly Alert[] }) {
  const t = useTranslations("alert");
  const format = useFormatter();
  const say = useSayAlert();
  const time = (atMs: number) => format.dateTime(atMs, { dateStyle: "medium", timeStyle: "short" });
  const columns: readonly Column<Alert>[] = [
    {
      id: "name",
      title: t("columns.name"),
      sortBy: (alert) => say.name(alert),
      renderCell: (alert) => (
        <span dir="auto">
          <AlertName alert={alert} />
        </span>
      ),
    },
    {
      id: "worst",
      title: t("columns.worst"),
      align: "end",
      renderCell: ({ metric, worst }) => (alertMeasures[metric].unit === "state" ? "–" : say.value(metric, worst)),
    },
    {
      id: "from",
      title: t("columns.from"),
      sortBy: ({ since }) => since,
      firstDirection: "down",
      renderCell: ({ since }) => time(since),
    },
    {
      id: "lasted",
      title: t("columns.lasted"),
      sortBy: ({ since, resolved_at: end }) => (end === null ? null : end - since),
      firstDirection: "down",
      align: "end",
      renderCell: ({ since, resolved_at: end }) =>
        end === null ? t("ongoing") : t("minutes", { count: minutesBetween(since, end) }),
    },
  ];
  return <Table label={t("past")} columns={columns} rows={alerts} rowKey={({ id }) => id} />;
}

function minutesBetween(since: number, end: number): number {
  return Math.max(1, Math.round((end - since) / 60_000));
}
