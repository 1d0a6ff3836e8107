"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import type { UnitRow } from "@/lib/contracts/systemd";
import { isTemplate } from "@/lib/shared/units-of-systemd";
import { LatestMessages } from "./journal/latest-messages";
import { ActiveBadge, FileState } from "./unit-badges";
import { UnitButtons } from "./unit-buttons";
import { UnitFacts } from "./unit-facts";
import { UnitFiles, UnitInstances, UnitRelations } from "./unit-parts";
import type { UnitActions } from "./use-unit-actions";
import styles from "./systemd.module.css";

const lookAgainMs = 10_000;

type Props = {
  unit: string;
  row: UnitRow | null;
  scope: string;
  actions: UnitActions;
  /** Of a template: the units that were made of it. */
  instances: readonly string[];
  /** Whether there is one in the list. */
  isListed: (unit: string) => boolean;
  onOpen: (unit: string) => void;
  onClose: () => void;
};

/** One unit: what it does, what it uses, what belongs to it, what it said last. */
export default function UnitDialog({ unit, row, scope, actions, instances, isListed, onOpen, onClose }: Props) {
  const t = useTranslations("systemd");
  const details = useQuery({
    // Read anew when the unit has become something else.
    queryKey: ["systemd", scope, unit, row?.active, row?.sub, row?.file, row?.pid],
    queryFn: ({ signal }) => api.systemd.getUnit({ unit, scope }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: lookAgainMs,
    retry: false,
  });
  return (
    <DialogCard title={unit} onClose={onClose} size={760} fillsPhone>
      {row === null ? null : (
        <div className={styles["state"]}>
          <ActiveBadge id={row.id} active={row.active} sub={row.sub} restarts={row.restarts} />
          <FileState file={row.file} alias_of={row.alias_of} />
        </div>
      )}
      <QueryState query={details} rows={6}>
        {({ properties, resources, timer, relations, files }) => (
          <>
            {properties["NeedDaemonReload"] === "yes" ? <Banner kind="warning">{t("details.stale")}</Banner> : null}
            <UnitFacts properties={properties} resources={resources} timer={timer} row={row} />
            {isTemplate(unit) ? (
              <UnitInstances instances={instances} onOpen={onOpen} />
            ) : (
              <LatestMessages unit={unit} scope={scope} row={row} />
            )}
            <UnitRelations relations={relations} isListed={isListed} onOpen={onOpen} />
            <UnitFiles files={files} />
          </>
        )}
      </QueryState>
      {row === null ? null : <UnitButtons row={row} actions={actions} onClose={onClose} />}
    </DialogCard>
  );
}
