"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DetailButtons, DetailLines } from "@/components/ui/details/detail-part";
import { Facts, type Fact } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { ProcessRow } from "@/lib/contracts/processes";
import { shownName } from "@/lib/shared/shown-name";
import { Inside } from "./process-parts";
import { processTable } from "./process-table";
import { useStateText } from "./use-process-columns";

type Props = {
  row: ProcessRow;
  /** Why it cannot be ended by this user. */
  reason: string | null;
  onEnd: (row: ProcessRow, kind: "end" | "kill") => void;
  onClose: () => void;
};

/** One process: what the list says of it, live, and what is read when one looks. */
export default function DetailsDialog({ row: opened, reason, onEnd, onClose }: Props) {
  const t = useTranslations("processes");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const stateText = useStateText();
  const { rows } = useStore(processTable);
  const current = rows?.get(opened.id);
  const row = current ?? opened;
  const { id, name, pid } = row;
  const parent = [...(rows?.values() ?? [])].find((one) => one.pid === row.parent);
  const details = useQuery({
    queryKey: ["processes", id],
    queryFn: ({ signal }) => api.processes.getProcess({ id }, { signal }),
    retry: false,
  });
  const hasEnded = rows !== null && current === undefined;
  const percent = format.number((row.cpu ?? 0) / 100, { style: "percent", maximumFractionDigits: 1 });
  const facts: readonly Fact[] = [
    { label: t("details.command"), value: row.command, isCode: true },
    { label: t("columns.user"), value: row.user },
    { label: t("columns.state"), value: stateText(row.state) },
    { label: t("columns.cpu"), value: percent },
    { label: t("columns.memory"), value: formatSize(row.memory) },
    { label: t("details.threads"), value: format.number(row.threads) },
    { label: t("details.nice"), value: String(row.nice) },
    {
      label: t("columns.started"),
      value:
        row.started_at === null ? "" : format.dateTime(row.started_at, { dateStyle: "medium", timeStyle: "medium" }),
    },
    { label: t("details.parent"), value: parent === undefined ? "" : `${shownName(parent.name)} (${parent.pid})` },
    { label: t("details.unit"), value: row.unit ?? "" },
    { label: t("details.container"), value: row.container ?? "" },
  ];
  return (
    <DialogCard title={`${name} (${pid})`} onClose={onClose} size={680} fillsPhone>
      {hasEnded ? <Banner kind="info">{t("details.gone")}</Banner> : null}
      <Facts facts={facts} />
      {hasEnded && details.isError ? null : (
        <QueryState query={details} rows={4}>
          {({ pss, swap, sockets, inside }) => (
            <>
              <Facts
                facts={[
                  { label: t("details.pss"), value: pss === null ? "" : formatSize(pss) },
                  { label: t("details.swap"), value: swap === null || swap === 0 ? "" : formatSize(swap) },
                  { label: t("details.program"), value: inside?.program ?? "", isCode: true },
                  { label: t("details.folder"), value: inside?.folder ?? "", isCode: true },
                ]}
              />
              <DetailLines
                title={t("details.sockets")}
                none={t("details.noSockets")}
                lines={sockets.map(({ protocol, address, port, peer, is_listening }) =>
                  [
                    protocol.toUpperCase(),
                    endText(address, port),
                    ...(peer === null ? [] : ["→", endText(peer.address, peer.port)]),
                    ...(is_listening ? [t("details.listening")] : []),
                  ].join(" "),
                )}
              />
              <Inside id={id} inside={inside} />
            </>
          )}
        </QueryState>
      )}
      <DetailButtons>
        <Button variant="default" disabled={reason !== null || current === undefined} onClick={() => onEnd(row, "end")}>
          {t("actions.end")}
        </Button>
        <Button
          color="red"
          variant="light"
          disabled={reason !== null || current === undefined}
          onClick={() => onEnd(row, "kill")}
        >
          {t("actions.kill")}
        </Button>
      </DetailButtons>
    </DialogCard>
  );
}

const endText = (address: string, port: number) =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
