"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { unreadableIn } from "./rows-in";
import { UnreadableNote } from "./unreadable-note";
import { requestIdOf, useErrorText } from "./use-error-text";

type Props<T> = {
  query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  rows?: number;
  children: (data: T) => ReactNode;
};

/** What stands for a query: bars while it loads, the reason and a retry when it failed, else its content. */
export function QueryState<T>({ query, rows = 6, children }: Props<T>) {
  const t = useTranslations("ui");
  const errorText = useErrorText();
  // What was loaded stays on the screen when a later refresh fails.
  if (query.data !== undefined)
    return (
      <>
        <UnreadableNote count={unreadableIn(query.data)} />
        {children(query.data)}
      </>
    );
  if (query.error === null) return <LoadingState rows={rows} />;
  return (
    <ErrorState
      title={errorText(query.error)}
      hint={t("errorHint")}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}
