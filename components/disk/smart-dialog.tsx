"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useCan } from "@/components/layout/use-can";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Ago } from "@/components/domain/live/ago";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { DetailButtons, DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { showToast } from "@/components/ui/toast/toast-store";
import { Table } from "@/components/ui/table";
import { api } from "@/lib/client/call";
import type { DiskRow, Smart } from "@/lib/contracts/disk";
import type { selfTests } from "@/lib/shared/disks";
import { shownName } from "@/lib/shared/shown-name";
import { shortName } from "./arrange";
import styles from "./disk.module.css";

type Kind = (typeof selfTests)[number];

/** What a disk says of its own health, and tests of itself. */
export function SmartDialog({ row, onClose }: { row: DiskRow; onClose: () => void }) {
  const t = useTranslations("disk.smart");
  const client = useQueryClient();
  const queryKey = ["disk", "smart", row.id];
  const smart = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.disk.getSmart({ device: row.id }, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const refresh = useMutation({
    mutationFn: () => api.disk.getSmart({ device: row.id, fresh: "1" }),
    onSuccess: (told) => client.setQueryData(queryKey, told),
  });
  const test = useMutation({
    mutationFn: (kind: Kind) => api.disk.testDisk({ device: row.id, kind }),
    onSuccess: () => {
      showToast({ kind: "success", message: t("testStarted", { name: shortName(row) }) });
      refresh.mutate();
    },
  });
  return (
    <DialogCard title={t("title", { name: shortName(row) })} onClose={onClose} size={720} fillsPhone>
      <QueryState query={smart}>
        {(told) => (
          <>
            <Verdict told={told} />
            {told.state === "told" ? <Told told={told} /> : null}
            <DetailButtons>
              <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
                {t("refresh")}
              </Button>
              {told.can_test ? <TestButtons told={told} isPending={test.isPending} onTest={test.mutate} /> : null}
            </DetailButtons>
            <QuietText>
              {t("asked")} <Ago at={told.at} />
            </QuietText>
          </>
        )}
      </QueryState>
    </DialogCard>
  );
}

function Verdict({ told }: { told: Smart }) {
  const t = useTranslations("disk.smart");
  const counts = [told.reallocated, told.pending, told.uncorrectable].map((count) => count ?? 0);
  const isWorn = (told.wear ?? 0) >= 0.9;
  if (told.state === "standby") return <Banner kind="info">{t("standby")}</Banner>;
  if (told.state === "none")
    return (
      <Banner kind="info" title={t("nothing")}>
        <span dir="ltr">{shownName(told.said)}</span>
      </Banner>
    );
  if (told.is_healthy === false)
    return (
      <Banner kind="error" title={t("failing")}>
        {t("failingHint")}
      </Banner>
    );
  if (isWorn || counts.some((count) => count > 0))
    return (
      <Banner kind="warning" title={t("watch")}>
        {t("watchHint")}
      </Banner>
    );
  return <Banner kind="success">{t(told.is_healthy === true ? "healthy" : "fine")}</Banner>;
}

function Told({ told }: { told: Smart }) {
  const t = useTranslations("disk.smart");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const number = (value: number | null) => (value === null ? null : format.number(value));
  const percent = (value: number | null) => (value === null ? null : format.number(value, { style: "percent" }));
  return (
    <>
      <div className={styles["smartFacts"]}>
        <Facts
          facts={[
            { label: t("model"), value: told.model },
            { label: t("serial"), value: told.serial, isCode: true },
            { label: t("firmware"), value: told.firmware, isCode: true },
            { label: t("celsius"), value: told.celsius === null ? null : `${format.number(told.celsius)} °C` },
            {
              label: t("hours"),
              value:
                told.hours === null
                  ? null
                  : t("hoursAndYears", {
                      hours: told.hours,
                      years: format.number(told.hours / 8766, { maximumFractionDigits: 1 }),
                    }),
            },
            { label: t("cycles"), value: number(told.cycles) },
            { label: t("reallocated"), value: number(told.reallocated) },
            { label: t("pending"), value: number(told.pending) },
            { label: t("uncorrectable"), value: number(told.uncorrectable) },
            { label: t("wear"), value: percent(told.wear) },
            { label: t("spare"), value: percent(told.spare) },
            { label: t("written"), value: told.written_bytes === null ? null : formatSize(told.written_bytes) },
          ]}
        />
      </div>
      {told.test_done === null ? null : (
        <Banner kind="info">{t("testing", { percent: percent(told.test_done) ?? "" })}</Banner>
      )}
      {told.tests.length === 0 ? null : (
        <DetailPart title={t("tests")} isFolded>
          <Table
            label={t("tests")}
            rows={told.tests.map((one, index) => ({ ...one, index }))}
            rowKey={({ index }) => index}
            columns={[
              { id: "kind", title: t("testKind"), renderCell: ({ kind }) => shownName(kind) },
              {
                id: "status",
                title: t("testStatus"),
                renderCell: ({ status, is_passed }) => (
                  <Badge tone={is_passed === null ? "plain" : is_passed ? "ok" : "bad"}>{shownName(status)}</Badge>
                ),
              },
              { id: "hours", title: t("atHours"), align: "end", renderCell: ({ hours }) => number(hours) },
            ]}
          />
        </DetailPart>
      )}
      {told.attributes.length === 0 ? null : (
        <DetailPart title={t("attributes")} isFolded>
          <Table
            label={t("attributes")}
            rows={told.attributes}
            rowKey={({ id }) => id}
            columns={[
              { id: "name", title: t("attribute"), renderCell: ({ id, name }) => `${id} ${shownName(name)}` },
              { id: "value", title: t("value"), align: "end", renderCell: ({ value }) => value },
              { id: "worst", title: t("worst"), align: "end", wideOnly: true, renderCell: ({ worst }) => worst },
              {
                id: "threshold",
                title: t("threshold"),
                align: "end",
                wideOnly: true,
                renderCell: ({ threshold }) => threshold,
              },
              {
                id: "raw",
                title: t("raw"),
                align: "end",
                renderCell: ({ raw, is_failing }) => (is_failing ? <Badge tone="bad">{raw}</Badge> : shownName(raw)),
              },
            ]}
          />
        </DetailPart>
      )}
    </>
  );
}

type TestProps = { told: Smart; isPending: boolean; onTest: (kind: Kind) => void };

function TestButtons({ told, isPending, onTest }: TestProps) {
  const t = useTranslations("disk.smart");
  const can = useCan();
  if (!can("sys_disk_mount")) return null;
  const isRunning = told.test_done !== null;
  return (
    <>
      <Button variant="default" disabled={isRunning} loading={isPending} onClick={() => onTest("short")}>
        {t("shortTest")}
      </Button>
      <Button variant="default" disabled={isRunning} loading={isPending} onClick={() => onTest("long")}>
        {t("longTest")}
      </Button>
    </>
  );
}
