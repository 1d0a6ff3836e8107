"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import { JournalLines } from "./journal/journal-lines";
import { ActiveBadge, FileState } from "./unit-badges";
import { UnitButtons } from "./unit-buttons";
import { UnitFacts } from "./unit-facts";
import { UnitFiles, UnitRelations } from "./unit-parts";
import type { UnitActions } from "./use-unit-actions";
import styles from "./systemd.module.css";

const latest = 20;
const lookAgainMs = { details: 10_000, journal: 5_000 };

type Props = {
  unit: string;
  row: UnitRow | null;
  scope: string;
  actions: UnitActions;
  /** Whether there is one in the list. */
  isListed: (unit: string) => boolean;
  onOpen: (unit: string) => void;
  onClose: () => void;
};

/** One unit: what it does, what it uses, what belongs to it, what it said last. */
export default function UnitDialog({ unit, row, scope, actions, isListed, onOpen, onClose }: Props) {
  const t = useTranslations("systemd");
  const details = useQuery({
    // Read anew when the unit has become something else.
    queryKey: ["systemd", scope, unit, row?.active, row?.sub, row?.file, row?.pid],
    queryFn: ({ signal }) => api.systemd.getUnit({ unit, scope }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: lookAgainMs.details,
    retry: false,
  });
  const journal = useQuery({
    queryKey: ["systemd", scope, unit, "latest", row?.active, row?.pid],
    queryFn: ({ signal }) => api.systemd.readJournal({ unit, scope, limit: latest }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: lookAgainMs.journal,
    retry: false,
  });
  return (
    <DialogCard title={unit} onClose={onClose} size={760} fillsPhone>
      {row === null ? null : (
        <div className={styles["state"]}>
          <ActiveBadge id={row.id} active={row.active} sub={row.sub} />
          <FileState file={row.file} />
        </div>
      )}
      <QueryState query={details} rows={6}>
        {({ properties, resources, relations, files }) => (
          <>
            {properties["NeedDaemonReload"] === "yes" ? <Banner kind="warning">{t("details.stale")}</Banner> : null}
            <UnitFacts properties={properties} resources={resources} row={row} />
            <DetailPart title={t("details.latest")}>
              <QueryState query={journal} rows={3}>
                {({ entries }) =>
                  entries.length === 0 ? (
                    <QuietText>{t("details.noEntries")}</QuietText>
                  ) : (
                    <JournalLines entries={entries.toReversed()} isSmall />
                  )
                }
              </QueryState>
              <p className={styles["whole"]}>
                <Link href={pages.journal(unit, scope)}>{t("details.whole")}</Link>
              </p>
            </DetailPart>
            <UnitRelations relations={relations} isListed={isListed} onOpen={onOpen} />
            <UnitFiles files={files} />
          </>
        )}
      </QueryState>
      {row === null ? null : <UnitButtons row={row} actions={actions} onClose={onClose} />}
    </DialogCard>
  );
}
