"use client";

import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { SortSlotProvider } from "@/components/ui/grid/sort-slot";
import type { LiveTable } from "@/lib/client/live-rows";
import type { LiveRow } from "@/lib/shared/live-rows";
import type { Permission } from "@/lib/shared/permissions";
import type { Store } from "@/lib/shared/store";
import { LiveTableState } from "./live-table-state";

type Props<Row extends LiveRow> = {
  title: string;
  permission: Permission;
  /** Does as well, for those of the rows that the server tells. */
  or?: Permission;
  table: Store<LiveTable<Row>>;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** Below the title: the ways to the pages beside this one. */
  tabs?: ReactNode;
  children: (rows: ReadonlyMap<string, Row>) => ReactNode;
};

/** A page for one live table, for those who may see it. */
export function LivePage<Row extends LiveRow>({
  title,
  permission,
  or = permission,
  table,
  actions,
  tabs,
  children,
}: Props<Row>) {
  return (
    <Page title={title} isFull {...(actions === undefined ? {} : { actions })}>
      {tabs}
      <RequirePermission permission={permission} or={or}>
        <SortSlotProvider>
          <LiveTableState table={table}>{children}</LiveTableState>
        </SortSlotProvider>
      </RequirePermission>
    </Page>
  );
}
