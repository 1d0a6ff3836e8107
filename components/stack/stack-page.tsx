"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { useCachedMe } from "@/components/layout/use-me";
import { EmptyState } from "@/components/ui/state/empty-state";
import { useStore } from "@/components/ui/use-store";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { pages } from "@/lib/client/urls";
import type { StackFile } from "@/lib/contracts/stack";
import { ApprovalRequest } from "./approval-request";
import { LastRun } from "./last-run";
import { NoCompose } from "./no-compose";
import { StackBadge } from "./stack-badge";
import { StackButtons } from "./stack-buttons";
import { StackFiles } from "./stack-files";
import { StackRefusal } from "./stack-refusal";
import { StackServices } from "./stack-services";
import { stackTable } from "./stack-table";
import { useStackFile } from "./use-stack-file";
import styles from "./stack.module.css";

const none = { services: [], leftovers: [], builds: false, working: null, files_changed: false };
const noFiles: readonly StackFile[] = [];

/** One stack; which one is in the address. */
export default function StackPage() {
  const name = useSearchParams().get("name") ?? "";
  return <StackOf key={name} name={name} />;
}

/** Its files, and what came of them. */
function StackOf({ name }: { name: string }) {
  const t = useTranslations("stack");
  const isRoot = useCachedMe()?.is_root === true;
  const { rows } = useStore(stackTable);
  const row = rows?.get(name) ?? null;
  const stack = useQuery({
    ...queryOf(allRoutes.stack.getStack, { name }),
    enabled: isRoot,
    retry: false,
    gcTime: 0,
    // What was read once is what is edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = stack;
  const editing = useStackFile(name, data?.files ?? noFiles);
  return (
    <Page
      title={name}
      isFull
      before={<BackLink href={pages.stacks()} label={t("back")} />}
      actions={
        <>
          {row === null ? null : (
            <span className={styles["badge"]}>
              <StackBadge row={row} />
            </span>
          )}
          {data === undefined ? null : (
            <StackButtons name={name} origin={data.origin} row={row ?? none} editing={editing} />
          )}
        </>
      }
    >
      <NoCompose />
      <ApprovalRequest />
      {data === undefined ? null : <StackRefusal name={name} stamp={editing.stamp} />}
      {isRoot ? (
        <QueryState query={stack} rows={12}>
          {({ files, folder }) => (
            <div className={styles["body"]}>
              <StackFiles files={files} editing={editing} />
              <StackServices name={name} folder={folder} row={row ?? none} editing={editing} />
              <LastRun name={name} />
            </div>
          )}
        </QueryState>
      ) : (
        <EmptyState title={t("rootOnly")} hint={t("rootOnlyHint")} />
      )}
    </Page>
  );
}
