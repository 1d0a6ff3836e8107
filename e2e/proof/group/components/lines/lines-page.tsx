"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import { LinesNow } from "./lines-now";

/** How many lines the file of the address has, when the page was opened and now. */
export default function LinesPage() {
  const t = useTranslations("lines");
  const path = useSearchParams().get("path");
  return <Page title={t("title")}>{path === null ? <EmptyState title={t("none")} /> : <Counted path={path} />}</Page>;
}

function Counted({ path }: { path: string }) {
  const t = useTranslations("lines");
  const counted = useQuery({
    queryKey: ["lines", path],
    queryFn: ({ signal }) => api.lines.countLines({ path }, { signal }),
    staleTime: Infinity,
  });
  return (
    <QueryState query={counted} rows={1}>
      {({ lines }) => (
        <>
          <p>{t("opened", { count: lines })}</p>
          <LinesNow path={path} />
        </>
      )}
    </QueryState>
  );
}
