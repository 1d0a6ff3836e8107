"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { useCan } from "@/components/layout/use-can";
import { RequirePermission } from "@/components/layout/require-permission";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import { AuditExport } from "./audit-export";
import { AuditFilter } from "./audit-filter";
import { AuditPager } from "./audit-pager";
import { AuditTable } from "./audit-table";
import { addressOf, askedBy, filterOf, type Filter } from "./filter";

/** Who did what, newest first; the filter and the page are in the address. */
export default function AuditPage() {
  const t = useTranslations("audit");
  return (
    <Page title={t("title")} isWide actions={<ExportForReaders />}>
      <RequirePermission permission="audit_read">
        <AuditLog />
      </RequirePermission>
    </Page>
  );
}

function ExportForReaders() {
  return useCan()("audit_read") ? <AuditExport /> : null;
}

function AuditLog() {
  const t = useTranslations("audit");
  const filter = filterOf(useSearchParams());
  const audit = useQuery({
    queryKey: ["audit", "list", filter],
    queryFn: ({ signal }) => api.audit.listAudit({ ...askedBy(filter), ...pageOf(filter), limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <AuditFilter key={addressOf({ ...filter, before: 0 })} filter={filter} />
      <QueryState query={audit} rows={12}>
        {({ entries, next }) => (
          <>
            {entries.length === 0 ? <EmptyState title={t("empty")} /> : <AuditTable entries={entries} />}
            <AuditPager filter={filter} next={next} />
          </>
        )}
      </QueryState>
    </>
  );
}

const pageOf = ({ before }: Filter) => (before === undefined ? {} : { before });
