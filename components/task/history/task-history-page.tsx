"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { tasksOver } from "@/components/domain/task/task-store";
import { Page } from "@/components/layout/page";
import { Pager } from "@/components/layout/pager";
import { QueryState } from "@/components/layout/query-state";
import { useTaskKinds } from "@/components/layout/task-kind";
import { useCachedMe } from "@/components/layout/use-me";
import { useTaskOutcome } from "@/components/layout/use-task-outcome";
import { EmptyState } from "@/components/ui/state/empty-state";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { Task } from "@/lib/contracts/task";
import { isTaskProblem } from "@/lib/shared/task-state";
import { shownName } from "@/lib/shared/shown-name";
import { addressOf, filterOf, type HistoryFilter } from "./history-filter";
import { TaskFilter } from "./task-filter";
import { UploadsInProgress } from "./uploads-in-progress";
import styles from "./task-history.module.css";

const TaskDetailDialog = lazyDialog(() => import("./task-detail-dialog"));

/** The tasks of the last thirty days; filter, page and the one whose detail is open are in the address. */
export default function TaskHistoryPage() {
  const t = useTranslations("task.history");
  const params = useSearchParams();
  const router = useRouter();
  const filter = filterOf(params, useTaskKinds().all);
  const id = params.get("id");
  const over = useStore(tasksOver);
  const tasks = useQuery({
    queryKey: ["task", "list", filter, over],
    queryFn: ({ signal }) => api.task.listTasks({ ...filter, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={t("title")}>
      <UploadsInProgress />
      <TaskFilter key={filter.text} filter={filter} />
      <QueryState query={tasks} rows={10}>
        {({ tasks: rows, next }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState title={t(isFiltered ? "noneFound" : "empty")} />
            ) : (
              <ul className={styles["list"]} aria-label={t("title")}>
                {rows.map((task) => (
                  <TaskRow key={task.id} task={task} filter={filter} />
                ))}
              </ul>
            )}
            <HistoryPager filter={filter} next={next} />
          </>
        )}
      </QueryState>
      {id === null ? null : (
        <TaskDetailDialog key={id} id={id} onClose={() => router.replace(addressOf(filter), { scroll: false })} />
      )}
    </Page>
  );
}

function TaskRow({ task, filter }: { task: Task; filter: HistoryFilter }) {
  const t = useTranslations("task");
  const format = useFormatter();
  const outcome = useTaskOutcome();
  const me = useCachedMe()?.username;
  const kinds = useTaskKinds();
  const { owner, started_at } = task;
  return (
    <li className={styles["row"]}>
      <Link href={addressOf(filter, task.id)} scroll={false} prefetch={false} className={styles["open"]}>
        <span className={styles["name"]}>
          <bdi>{shownName(kinds.title(task))}</bdi>
        </span>
        <time className={styles["time"]} dateTime={new Date(started_at).toISOString()}>
          <bdi>{format.dateTime(started_at, { dateStyle: "medium", timeStyle: "short" })}</bdi>
        </time>
        <span className={styles["outcome"]} data-problem={isTaskProblem(task) || undefined}>
          {outcome(task)}
          {owner === me ? null : <bdi>{` · ${t("of", { owner })}`}</bdi>}
        </span>
      </Link>
    </li>
  );
}

function HistoryPager({ filter, next }: { filter: HistoryFilter; next: string | null }) {
  const t = useTranslations("task.history");
  const { before, ...others } = filter;
  return (
    <Pager
      label={t("pages")}
      newest={before === undefined ? null : { label: t("newest"), href: addressOf(others) }}
      older={next === null ? null : { label: t("older"), href: addressOf({ ...others, before: next }) }}
    />
  );
}
