"use client";

import { Button } from "@mantine/core";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { isAppError } from "@/lib/shared/errors";
import type { SearchState } from "./search-state";
import type { SearchQuery } from "./search-query";

type Props = {
  state: SearchState;
  query: SearchQuery;
  isAsking: boolean;
  onRetry: () => void;
  onQuery: (change: Partial<SearchQuery>) => void;
  children: ReactNode;
};

/** The results, or why there are none. */
export function SearchContent({ state, query, isAsking, onRetry, onQuery, children }: Props) {
  const t = useTranslations("search");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  if (!isAsking)
    return (
      <EmptyState
        icon={<IconSearch size={22} />}
        title={t(query.what === "text" ? "empty.text" : "empty.name")}
        hint={t("empty.hint")}
      />
    );
  if (state.phase === "failed" && isAppError(state.error) && state.error.key.startsWith("search/"))
    return <EmptyState icon={<IconSearchOff size={22} />} title={errorText(state.error)} />;
  if (state.phase === "failed")
    return (
      <ErrorState
        title={errorText(state.error)}
        hint={tUi("errorHint")}
        requestId={requestIdOf(state.error)}
        onRetry={onRetry}
      />
    );
  if (state.hits.length > 0) return children;
  if (state.phase !== "done") return <LoadingState rows={10} />;
  const isNarrowed = query.type !== null || query.size !== null || query.date !== null;
  return (
    <EmptyState
      icon={<IconSearchOff size={22} />}
      title={query.text === "" ? t("none.filter") : t("none.title", { text: query.text })}
      actions={
        <>
          {isNarrowed ? (
            <Button variant="default" size="xs" onClick={() => onQuery({ type: null, size: null, date: null })}>
              {t("none.widen")}
            </Button>
          ) : null}
          {query.everywhere ? null : (
            <Button variant="default" size="xs" onClick={() => onQuery({ everywhere: true })}>
              {t("none.everywhere")}
            </Button>
          )}
        </>
      }
    />
  );
}
