"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { deleteRefused } from "@/components/domain/verbs/delete-entries";
import { useWords } from "@/components/domain/entry/words";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import type { Task } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import styles from "@/components/domain/transfer/panel.module.css";

const maxShown = 50;

/** What failed, each with its reason; all that the server keeps of it once the task is over. */
export function TaskFailures({ task }: { task: Task }) {
  const t = useTranslations("task");
  const errorText = useErrorText();
  const words = useWords();
  const isOver = isTaskOver(task);
  const detail = useQuery({
    ...queryOf(routes.task.getTask, { id: task.id }),
    enabled: isOver && task.failureCount > task.failures.length,
    staleTime: Infinity,
  });
  const { failures } = detail.data ?? task;
  // What the trash could not take can still be deleted for good.
  const refused = isOver ? failures.filter(({ error }) => isOnlyForGood(error)).flatMap(toPath) : [];
  return (
    <details className={styles["failures"]} open={isOver}>
      <summary>
        <bdi>{t("failures", { count: task.failureCount })}</bdi>
      </summary>
      <ul>
        {failures.slice(0, maxShown).map(({ path, error }) => (
          <li key={path}>
            <bdi title={shownName(path)}>{shownName(nameOfPath(path))}</bdi>:{" "}
            {errorText(new AppError(isErrorKey(error) ? error : "internal"))}
          </li>
        ))}
      </ul>
      {refused.length > 0 ? (
        <Button variant="default" size="compact-xs" onClick={() => void deleteRefused(refused, words)}>
          {t("deleteRefused")}
        </Button>
      ) : null}
    </details>
  );
}

function toPath({ path }: { path: string }): VirtualPath[] {
  const parsed = parseVirtualPath(path);
  return parsed === null ? [] : [parsed];
}

export function nameOfPath(path: string): string {
  const parsed = parseVirtualPath(path);
  return parsed === null ? path : nameOf(parsed);
}

/** Why the trash could not take something that can be deleted all the same: it has no place there, or its record no room. */
function isOnlyForGood(error: string): boolean {
  return error === "trash/unavailable" || error === "server/full";
}
