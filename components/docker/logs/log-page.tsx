"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";
import { LogList } from "@/components/domain/log/log-list";
import { usualTerminalSize, wantedTerminal } from "@/components/domain/terminal/wanted-terminal";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { api } from "@/lib/client/call";
import { pages, urls } from "@/lib/client/urls";
import { stackIdPattern } from "@/lib/shared/stacks";
import { goesOn, rangeOf, wholeLog } from "./log-address";
import { LogLineView } from "./log-line";
import { LogTools } from "./log-tools";
import { usualView, type LogView } from "./log-view";
import { SearchReach } from "./search-reach";
import { useDeepSearch } from "./use-deep-search";
import { useHits } from "./use-hits";
import { useLog, type ShownLine } from "./use-log";
import styles from "./logs.module.css";

/** The log of one container; which one is in the address. */
export default function LogPage() {
  const t = useTranslations("dockerLog");
  const params = useSearchParams();
  const id = params.get("id") ?? "";
  const stack = params.get("stack") ?? "";
  const { data } = useQuery({
    queryKey: ["docker", "container", id, "name"],
    queryFn: ({ signal }) => api.docker.getContainer({ id }, { signal }),
    retry: false,
    meta: { errorOwner: "form" },
  });
  const name = data?.name ?? (/^[0-9a-f]{64}$/.test(id) ? id.slice(0, 12) : id);
  return (
    <Page
      title={t("title", { name })}
      isFull
      before={
        stackIdPattern.test(stack) ? (
          <BackLink href={pages.stack(stack)} label={t("backToStack", { name: stack })} />
        ) : (
          <BackLink href={pages.containers()} label={t("back")} />
        )
      }
    >
      <RequirePermission permission="docker_view" or="docker_container_rule">
        <LogOf key={id} id={id} name={name} />
      </RequirePermission>
    </Page>
  );
}

function LogOf({ id, name }: { id: string; name: string }) {
  const t = useTranslations("dockerLog");
  const errorText = useErrorText();
  const [range, setRange] = useState(wholeLog);
  const [view, setView] = useState<LogView>(usualView);
  const { log, loadEarlier, retry } = useLog(id, range, view.isFollowing && goesOn(range));
  const hits = useHits(log.lines);
  const search = useDeepSearch(log, hits, loadEarlier);
  const { mutate: openTerminal } = useMutation({
    mutationFn: () => api.docker.openContainerLogs({ id, ...usualTerminalSize }),
    onSuccess: (opened) => wantedTerminal.set({ id: opened.id }),
  });
  const { mutate: download } = useMutation({
    mutationFn: () => api.docker.ticketContainerLog({ id }),
    onSuccess: ({ ticket }) => startDownload(urls.containerLog(id, ticket, rangeOf(range, Date.now()))),
  });
  const keyOf = useCallback(({ key }: ShownLine) => key, []);
  const { lines, error } = log;
  return (
    <>
      <LogTools
        hits={hits}
        range={range}
        onRange={setRange}
        view={view}
        onView={(change) => setView((now) => ({ ...now, ...change }))}
        onDownload={download}
        onTerminal={openTerminal}
      />
      <SearchReach log={log} search={search} />
      {error !== null && lines === null ? (
        <ErrorState title={errorText(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : lines === null ? (
        <LoadingState rows={12} />
      ) : lines.length === 0 ? (
        <EmptyState
          title={t("none")}
          hint={t(goesOn(range) && view.isFollowing && !log.isOver ? "noneYet" : "noneHint")}
        />
      ) : (
        <LogList
          label={t("title", { name })}
          lines={lines}
          keyOf={keyOf}
          renderLine={(line) => (
            <LogLineView
              line={line}
              pattern={hits.pattern}
              isCurrent={line.key === hits.currentKey}
              hasTime={view.hasTimes}
              isWrapped={view.isWrapped}
            />
          )}
          note={log.isCut ? t("dropped") : null}
          earlier={
            log.hasMore ? { label: t("earlier"), isLoading: log.isLoading, onLoad: () => void loadEarlier() } : null
          }
          target={hits.target}
          isUnbroken={!view.isWrapped}
        />
      )}
      {(log.isOver || log.isStopped) && lines !== null && view.isFollowing ? (
        <output className={styles["over"]}>{t(log.isOver ? "over" : "stopped")}</output>
      ) : null}
    </>
  );
}
