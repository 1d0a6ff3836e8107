"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { QueryState } from "@/components/layout/query-state";
import { DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import styles from "@/components/systemd/systemd.module.css";
import { JournalLines } from "./journal-lines";

const count = 20;
const lookAgainMs = 5_000;

type Props = { unit: string; scope: string; row: UnitRow | null };

/** The end of a unit's journal, with the way to all of it. */
export function LatestMessages({ unit, scope, row }: Props) {
  const t = useTranslations("systemd.details");
  const journal = useQuery({
    queryKey: ["systemd", scope, unit, "latest", row?.active, row?.pid],
    queryFn: ({ signal }) => api.systemd.readJournal({ unit, scope, limit: count }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: lookAgainMs,
    retry: false,
  });
  return (
    <DetailPart title={t("latest")}>
      <QueryState query={journal} rows={3}>
        {({ entries }) =>
          entries.length === 0 ? (
            <QuietText>{t("noEntries")}</QuietText>
          ) : (
            <JournalLines entries={entries.toReversed()} isSmall />
          )
        }
      </QueryState>
      <p className={styles["whole"]}>
        <Link href={pages.journal(unit, scope)}>{t("whole")}</Link>
      </p>
    </DetailPart>
  );
}
