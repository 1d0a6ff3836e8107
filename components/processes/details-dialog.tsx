"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { ProcessRow } from "@/lib/contracts/processes";
import { shownName } from "@/lib/shared/shown-name";
import { DetailLines, Inside } from "./process-parts";
import { processTable } from "./process-table";
import { useStateText } from "./use-process-columns";
import styles from "./processes.module.css";

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
  const facts: readonly [string, string][] = [
    [t("details.command"), shownName(row.command)],
    [t("columns.user"), row.user],
    [t("columns.state"), stateText(row.state)],
    [t("columns.cpu"), format.number((row.cpu ?? 0) / 100, { style: "percent", maximumFractionDigits: 1 })],
    [t("columns.memory"), formatSize(row.memory)],
    [t("details.threads"), format.number(row.threads)],
    [t("details.nice"), String(row.nice)],
    [
      t("columns.started"),
      row.started_at === null ? "" : format.dateTime(row.started_at, { dateStyle: "medium", timeStyle: "medium" }),
    ],
    [t("details.parent"), parent === undefined ? "" : `${shownName(parent.name)} (${parent.pid})`],
    [t("details.unit"), row.unit ?? ""],
    [t("details.container"), row.container ?? ""],
  ];
  return (
    <DialogCard title={`${name} (${pid})`} onClose={onClose} size={680} fillsPhone>
      {rows !== null && current === undefined ? <Banner kind="info">{t("details.gone")}</Banner> : null}
      <dl className={styles["facts"]}>
        {facts
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <Fact key={label} label={label} value={value} isCode={label === t("details.command")} />
          ))}
      </dl>
      <QueryState query={details} rows={4}>
        {({ pss, swap, sockets, inside }) => (
          <>
            <dl className={styles["facts"]}>
              {pss === null ? null : <Fact label={t("details.pss")} value={formatSize(pss)} />}
              {swap === null || swap === 0 ? null : <Fact label={t("details.swap")} value={formatSize(swap)} />}
              {inside === null || inside.program === null ? null : (
                <Fact label={t("details.program")} value={shownName(inside.program)} isCode />
              )}
              {inside === null || inside.folder === null ? null : (
                <Fact label={t("details.folder")} value={shownName(inside.folder)} isCode />
              )}
            </dl>
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
      <div className={styles["buttons"]}>
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
      </div>
    </DialogCard>
  );
}

const endText = (address: string, port: number) =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

function Fact({ label, value, isCode = false }: { label: string; value: string; isCode?: boolean }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi dir={isCode ? "ltr" : undefined} className={isCode ? styles["code"] : undefined}>
          {value}
        </bdi>
      </dd>
    </>
  );
}
