"use client";

import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { useCan } from "@/components/layout/use-can";
import { useTaskKinds, type TaskKind } from "@/components/layout/task-kind";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { useTaskOutcome, type TaskOutcome } from "@/components/layout/use-task-outcome";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { TaskQuestion } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { AppError } from "@/lib/shared/errors";
import { useFormatSize, type FormatSize } from "@/components/layout/use-format-size";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { shownName } from "@/lib/shared/shown-name";
import { doneOf, fractionOf, paceOf, type ShownTask } from "@/components/domain/task/task-progress";
import { takeUp } from "@/components/domain/task/put-off-questions";
import { nameOfPath, TaskFailures } from "./task-failures";
import { TaskMeter } from "@/components/domain/task/task-meter";
import { putAwayTask, taskStore } from "@/components/domain/task/task-store";
import styles from "@/components/domain/transfer/panel.module.css";

/** Jobs of the server: what they do, how far they are, what went wrong. */
export default function TaskPanel() {
  const t = useTranslations("task");
  const tasks = [...useStore(taskStore).values()];
  const running = tasks.filter(({ task }) => !isTaskOver(task)).length;
  return (
    <section className={styles["panel"]} aria-label={t("title")}>
      <h2 className={styles["head"]}>{running > 0 ? t("running", { count: running }) : t("ended")}</h2>
      <ul className={styles["list"]}>
        {tasks.map((shown) => (
          <TaskRow key={shown.task.id} shown={shown} />
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ shown }: { shown: ShownTask }) {
  const formatSize = useFormatSize();
  const { task } = shown;
  const t = useTranslations("task");
  const errorText = useErrorText();
  const outcome = useTaskOutcome();
  const isRunning = !isTaskOver(task);
  const cancel = async () => {
    try {
      await api.task.cancelTask({ id: task.id });
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
  };
  const can = useCan();
  const kinds = useTaskKinds();
  const kind = kinds.find(task.kind);
  const amount = amountOf({ shown, kind, t, formatSize, outcome });
  const missing =
    isRunning && kind?.stopPermission !== undefined && !can(kind.stopPermission) ? kind.stopPermission : null;
  // Root sees everybody's.
  const me = useCachedMe()?.username;
  return (
    <li className={styles["item"]}>
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto">
          {shownName(kinds.title(task))}
        </span>
        <IconButton
          className={styles["small"]}
          label={isRunning ? t("cancel") : t("putAway")}
          icon={<IconX size={15} />}
          disabledReason={missing === null ? null : errorText(new AppError("auth/forbidden", { permission: missing }))}
          onClick={() => (isRunning ? void cancel() : putAwayTask(task.id))}
        />
      </div>
      <div className={styles["facts"]}>
        <bdi>{amount}</bdi>
        {task.owner === me ? null : <bdi>{`${amount === "" ? "" : " · "}${t("of", { owner: task.owner })}`}</bdi>}
      </div>
      {task.question === null ? null : <OpenQuestion question={task.question} />}
      {isRunning && task.state !== "queued" ? (
        <TaskMeter title={task.title} fraction={fractionOf(task, kind?.counts)} />
      ) : null}
      {task.failureCount > 0 ? <TaskFailures task={task} /> : null}
    </li>
  );
}

/** The question whose dialog was closed, or that is somebody else's. */
function OpenQuestion({ question }: { question: TaskQuestion }) {
  const t = useTranslations("task.question");
  return (
    <div className={styles["line"]}>
      <span className={styles["facts"]}>{t("waits", { name: shownName(nameOfPath(question.path)) })}</span>
      <Button variant="default" size="compact-xs" onClick={() => takeUp(question.id)}>
        {t("answer")}
      </Button>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslations<"task">>;

type Amount = {
  shown: ShownTask;
  kind: TaskKind | undefined;
  t: Translate;
  formatSize: FormatSize;
  outcome: TaskOutcome;
};

/** "41% · 1.2 GB of 3.0 GB · 80.1 MB/s · 0:41 left", as far as it is known. */
function amountOf({ shown, kind, t, formatSize, outcome }: Amount): string {
  const { task } = shown;
  const { files, bytes, total } = task;
  const fraction = fractionOf(task, kind?.counts);
  if (task.state === "queued") return t("queued");
  const { bytesPerSecond, secondsLeft } = paceOf(shown, kind?.counts);
  const speed = bytesPerSecond === null ? [] : [t("speed", { speed: formatSize(bytesPerSecond) })];
  if (isTaskOver(task) || total === null || fraction === null) {
    const done = doneOf(task, kind?.isOpenEnded);
    // The list of failures says why.
    if (done === null) return task.failureCount > 0 ? "" : outcome(task);
    if (done.files !== null) return t("progress", { files: done.files, size: formatSize(done.bytes) });
    return [formatSize(done.bytes), ...(isTaskOver(task) ? [] : speed)].join(" · ");
  }
  const parts = [
    t("percent", { fraction }),
    kind?.counts === "files" || total.bytes === 0
      ? t("filesOf", { files, total: Math.max(files, total.files) })
      : t("sizeOf", { size: formatSize(bytes), total: formatSize(Math.max(bytes, total.bytes)) }),
    ...speed,
    secondsLeft === null ? null : t("left", { left: formatDuration(secondsLeft) }),
  ];
  return parts.filter((part) => part !== null).join(" · ");
}
