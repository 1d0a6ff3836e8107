"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DetailButtons, DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import { actionsFor } from "./actions-for";
import { JournalLines } from "./journal/journal-lines";
import { ActiveBadge, FileState } from "./unit-badges";
import { UnitFacts } from "./unit-facts";
import { UnitFiles, UnitRelations } from "./unit-parts";
import type { UnitActions } from "./use-unit-actions";
import styles from "./systemd.module.css";

const latest = 20;

type Props = { unit: string; row: UnitRow | null; scope: string; actions: UnitActions; onClose: () => void };

/** One unit: what it does, what belongs to it, what it said last. */
export default function UnitDialog({ unit, row, scope, actions, onClose }: Props) {
  const t = useTranslations("systemd");
  const details = useQuery({
    // Read anew when the unit has become something else.
    queryKey: ["systemd", scope, unit, row?.active, row?.sub, row?.file, row?.pid],
    queryFn: ({ signal }) => api.systemd.getUnit({ unit, scope }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  const journal = useQuery({
    queryKey: ["systemd", scope, unit, "latest", row?.active, row?.pid],
    queryFn: ({ signal }) => api.systemd.readJournal({ unit, scope, limit: latest }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: 5_000,
    retry: false,
  });
  return (
    <DialogCard title={unit} onClose={onClose} size={760} fillsPhone>
      {row === null ? null : (
        <div className={styles["state"]}>
          <ActiveBadge active={row.active} sub={row.sub} />
          <FileState file={row.file} />
        </div>
      )}
      <QueryState query={details} rows={6}>
        {({ properties, relations, files }) => (
          <>
            {properties["NeedDaemonReload"] === "yes" ? <Banner kind="warning">{t("details.stale")}</Banner> : null}
            <UnitFacts properties={properties} row={row} />
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
            <UnitRelations relations={relations} />
            <UnitFiles files={files} />
          </>
        )}
      </QueryState>
      {row === null ? null : (
        <DetailButtons>
          {actionsFor(row).map((action) => (
            <Button
              key={action}
              variant="default"
              size="xs"
              disabled={actions.reason !== null}
              onClick={() => void actions.run(unit, action)} // says itself what goes wrong
            >
              {t(`actions.${action}`)}
            </Button>
          ))}
          {actions.editsOf(row).map((edited) => (
            <Button
              key={edited.part}
              variant="default"
              size="xs"
              disabled={actions.reason !== null}
              onClick={() => actions.edit(edited)}
            >
              {t(`${edited.part}.edit`)}
            </Button>
          ))}
          {actions.canDelete(row) ? (
            <Button
              variant="default"
              size="xs"
              color="red"
              disabled={actions.reason !== null}
              onClick={() => {
                onClose();
                void actions.remove(unit);
              }}
            >
              {t("remove.action")}
            </Button>
          ) : null}
        </DetailButtons>
      )}
    </DialogCard>
  );
}
