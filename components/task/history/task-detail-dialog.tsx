"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { wayText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { nameOfPath } from "@/components/task/task-failures";
import { doneOf } from "@/components/domain/task/task-progress";
import { watchTask } from "@/components/domain/task/task-store";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { useWords } from "@/components/domain/entry/words";
import { QueryState } from "@/components/layout/query-state";
import { useTaskKinds } from "@/components/layout/task-kind";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { useTaskOutcome } from "@/components/layout/use-task-outcome";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import type { TaskDetail } from "@/lib/contracts/task";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import { isPermission } from "@/lib/shared/permissions";
import { shownName } from "@/lib/shared/shown-name";
import { againOf } from "@/lib/client/task/repeat-task";
import styles from "./task-history.module.css";

/** Everything that is kept of a task, and the button that begins the same once more. */
export default function TaskDetailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("task");
  const words = useWords();
  const kinds = useTaskKinds();
  const can = useCan();
  const detail = useQuery({ ...queryOf(routes.task.getTask, { id }), staleTime: 0 });
  const { data } = detail;
  const { data: again = null } = useQuery({
    queryKey: ["task", "again", id, data?.revision],
    queryFn: () => (data === undefined ? null : againOf(data, kinds.find(data.kind)?.again)),
    enabled: data !== undefined,
  });
  const mayAgain = typeof again?.access === "string" && isPermission(again.access) && can(again.access);
  const begin = useMutation({
    mutationFn: async () => (again === null ? [] : await again.begin()),
    onSuccess: (ids) => {
      for (const begun of ids) watchTask(begun, words);
      onClose();
    },
  });
  return (
    <DialogCard
      size={560}
      title={<bdi>{data === undefined ? t("title") : shownName(kinds.title(data))}</bdi>}
      onClose={onClose}
      footer={
        again === null || !mayAgain ? undefined : (
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            {t("history.again")}
          </Button>
        )
      }
    >
      <QueryState query={detail} rows={4}>
        {(task) => <Detail task={task} />}
      </QueryState>
    </DialogCard>
  );
}

function Detail({ task }: { task: TaskDetail }) {
  const t = useTranslations("task");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const outcome = useTaskOutcome();
  const errorText = useErrorText();
  const { started_at, finished_at, failures, failureCount, input } = task;
  const roots = useRoots();
  const to = typeof input["to"] === "string" ? parseVirtualPath(input["to"]) : null;
  const done = doneOf(task, useTaskKinds().find(task.kind)?.isOpenEnded);
  const facts = [
    { name: t("history.state"), value: outcome(task) },
    ...(done === null
      ? []
      : [
          {
            name: t("history.done"),
            value:
              done.files === null
                ? formatSize(done.bytes)
                : t("progress", { files: done.files, size: formatSize(done.bytes) }),
          },
        ]),
    ...(to === null ? [] : [{ name: t("history.to"), value: wayText(to, roots.data ?? []) }]),
    {
      name: t("history.started"),
      value: format.dateTime(started_at, { dateStyle: "medium", timeStyle: "medium" }),
    },
    ...(finished_at === null
      ? []
      : [{ name: t("history.took"), value: formatDuration((finished_at - started_at) / 1000) }]),
  ];
  return (
    <>
      <dl className={styles["facts"]}>
        {facts.map(({ name, value }) => (
          <FactRow key={name} name={name} value={value} />
        ))}
      </dl>
      {failureCount > 0 ? (
        <>
          <strong>{t("failures", { count: failureCount })}</strong>
          <ul className={styles["failures"]}>
            {failures.map(({ path, error }) => (
              <li key={path}>
                <bdi title={shownName(path)}>{shownName(nameOfPath(path))}</bdi>:{" "}
                {errorText(new AppError(isErrorKey(error) ? error : "internal"))}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{shownName(value)}</bdi>
      </dd>
    </>
  );
}
