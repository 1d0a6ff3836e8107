"use client";

import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { CurrentAlerts } from "@/components/domain/alert/current-alerts";
import { useCurrentAlerts } from "@/components/domain/alert/use-current-alerts";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { Alert } from "@/lib/contracts/alert";
import { askedCard } from "@/lib/shared/alert-page";
import { liveSpanMs } from "@/lib/shared/metrics";
import { pages } from "@/lib/client/urls";
import { CardGrid } from "./arrange/card-grid";
import { CardsMenu } from "./arrange/cards-menu";
import { useArrangement } from "./arrange/use-arrangement";
import { MachineLine } from "./view/machine-line";
import { useAlertMarks } from "./view/use-alert-marks";
import type { View } from "./view/frame";
import type { LiveBuffer } from "./view/live-buffer";
import { RangeSwitch } from "./view/range-switch";
import { shownOf, type Shown } from "./view/ranges";
import { useFormats } from "./view/use-formats";
import { useHistory } from "./view/use-history";
import { useLive } from "./view/use-live";
import styles from "./arrange/dashboard.module.css";

/** The machine at a glance: its figures now, and in the last 30 days. */
export default function MetricsPage() {
  const t = useTranslations("metrics");
  const { buffer, isStale } = useLive();
  const arrangement = useArrangement();
  const view = buffer === null ? null : liveView(buffer);
  const shown = useShown(view?.frame.to ?? 0);
  const current = useCurrentAlerts();
  const alerts = useAlertMarks(shown, view?.frame.to ?? null, current);
  return (
    <Page
      title={t("title")}
      isFluid
      actions={view === null ? undefined : <CardsMenu view={view} arrangement={arrangement} />}
    >
      <div className={styles["state"]}>
        {view === null ? <span /> : <MachineLine machine={view.machine} atMs={view.frame.to} />}
        <Word shown={shown} lastMs={isStale ? buffer?.times.at(-1) : undefined} />
        <RangeSwitch shown={shown} />
      </div>
      <CurrentAlerts alerts={current} />
      {view === null ? (
        <LoadingState rows={8} />
      ) : "range" in shown && shown.range === "live" ? (
        <CardGrid view={view} onZoom={null} alerts={alerts} arrangement={arrangement} isStale={isStale} />
      ) : (
        <History shown={shown} live={view} alerts={alerts} arrangement={arrangement} />
      )}
    </Page>
  );
}

/** What the address asks for; what is wanted since some time by when that was asked: it does not change under the reader. */
function useShown(nowMs: number): Shown {
  const search = useSearchParams();
  const since = search.get(askedCard.since);
  const [asked, setAsked] = useState({ since, atMs: nowMs });
  if (nowMs !== 0 && (asked.since !== since || asked.atMs === 0)) setAsked({ since, atMs: nowMs });
  return shownOf(search, asked.atMs);
}

function liveView({ machine, times, series }: LiveBuffer): View {
  const to = times.at(-1) ?? 0;
  const now = Object.fromEntries(
    Object.entries(series).flatMap(([key, points]) => {
      const last = points.at(-1) ?? null;
      return last === null ? [] : [[key, last]];
    }),
  );
  return { machine, now, frame: { times, series, highest: null, stepMs: null, from: to - liveSpanMs, to } };
}

/** What is not as usual: the figures come no more, or some time of the past is shown. */
function Word({ shown, lastMs }: { shown: Shown; lastMs: number | undefined }) {
  const t = useTranslations("metrics");
  const { time } = useFormats();
  return (
    <output className={styles["word"]}>
      {lastMs === undefined ? null : <Badge tone="warn">{t("stale", { time: time(lastMs, null) })}</Badge>}
      {"range" in shown ? null : `${time(shown.from, 1)} – ${time(shown.to, 1)}`}
    </output>
  );
}

type HistoryProps = {
  shown: Shown;
  live: View;
  alerts: readonly Alert[];
  arrangement: ReturnType<typeof useArrangement>;
};

function History({ shown, live, alerts, arrangement }: HistoryProps) {
  const t = useTranslations("metrics");
  const router = useRouter();
  const history = useHistory(shown);
  return (
    <QueryState query={history} rows={8}>
      {(frame) =>
        Object.keys(frame.series).length === 0 ? (
          <EmptyState title={t("noHistory")} hint={t("noHistoryHint")} />
        ) : (
          <CardGrid
            view={{ ...live, frame }}
            onZoom={({ from, to }) =>
              router.push(pages.system({ from: String(from), to: String(to) }), { scroll: false })
            }
            alerts={alerts}
            arrangement={arrangement}
            isStale={history.isPlaceholderData}
          />
        )
      }
    </QueryState>
  );
}
