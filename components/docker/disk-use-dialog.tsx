"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Table, type Column } from "@/components/ui/table";
import { useHasCards } from "@/components/ui/use-media";
import { api } from "@/lib/client/call";
import type { DiskUse } from "@/lib/contracts/docker-disk";
import styles from "./disk-use.module.css";

/** What Docker takes of the disk: by kind, and which containers and volumes it is. */
export default function DiskUseDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("docker.diskUse");
  const use = useQuery({
    queryKey: ["docker", "disk-use"],
    queryFn: ({ signal }) => api.docker.getDiskUse({}, { signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <DialogCard title={t("title")} onClose={onClose} size={720} fillsPhone>
      {use.isPending ? <QuietText>{t("measuring")}</QuietText> : null}
      <QueryState query={use} rows={5}>
        {(told) => <Told told={told} />}
      </QueryState>
    </DialogCard>
  );
}

type Kind = DiskUse["kinds"][number];
type Container = DiskUse["containers"][number];
type Volume = DiskUse["volumes"][number];

function Told({ told: { kinds, containers, volumes } }: { told: DiskUse }) {
  const t = useTranslations("docker.diskUse");
  const formatSize = useFormatSize();
  const hasCards = useHasCards();
  const sizeText = (bytes: number | null) => (bytes === null ? "–" : formatSize(bytes));
  const sized = hasCards
    ? { firstDirection: "down" as const }
    : { align: "end" as const, firstDirection: "down" as const };
  // On a phone there are no titles above them.
  const labelled = (label: string, text: string) =>
    hasCards ? (
      <>
        <span className={styles["label"]}>{label}</span> {text}
      </>
    ) : (
      text
    );
  const kindColumns: Column<Kind>[] = [
    { id: "kind", title: t("kind"), renderCell: ({ kind }) => t(`kinds.${kind}`) },
    { id: "bytes", title: t("size"), ...sized, renderCell: ({ bytes }) => labelled(t("size"), sizeText(bytes)) },
    {
      id: "freeable",
      title: t("freeable"),
      ...sized,
      renderCell: ({ freeable }) => labelled(t("freeable"), sizeText(freeable)),
    },
  ];
  const containerColumns: Column<Container>[] = [
    { id: "name", title: t("container"), sortBy: ({ name }) => name, renderCell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "written",
      title: t("written"),
      ...sized,
      sortBy: ({ written }) => written,
      renderCell: ({ written }) => labelled(t("written"), sizeText(written)),
    },
    {
      id: "log",
      title: t("log"),
      ...sized,
      sortBy: ({ log }) => log,
      renderCell: ({ log }) => labelled(t("log"), sizeText(log)),
    },
  ];
  const volumeColumns: Column<Volume>[] = [
    { id: "name", title: t("volume"), sortBy: ({ name }) => name, renderCell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: "bytes",
      title: t("size"),
      ...sized,
      sortBy: ({ bytes }) => bytes,
      renderCell: ({ bytes, is_used: isUsed }) =>
        labelled(t("size"), isUsed ? sizeText(bytes) : t("unused", { size: sizeText(bytes) })),
    },
  ];
  return (
    <div className={styles["parts"]}>
      <Table label={t("title")} columns={kindColumns} rows={kinds} rowKey={({ kind }) => kind} />
      {containers.length === 0 ? null : (
        <Table label={t("container")} columns={containerColumns} rows={containers} rowKey={({ id }) => id} />
      )}
      {volumes.length === 0 ? null : (
        <Table label={t("volume")} columns={volumeColumns} rows={volumes} rowKey={({ name }) => name} />
      )}
      <QuietText>{t("hint")}</QuietText>
    </div>
  );
}
