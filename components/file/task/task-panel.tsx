"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- <progress> is not coloured alike in every browser */

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { Task } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";
import { isErrorKey, putAwayTask, taskStore } from "./task-store";
import styles from "@/components/file/panel.module.css";

const maxFailuresShown = 50;

/** Jobs of the server: what they do, how far they are, what went wrong. */
export default function TaskPanel() {
  const t = useTranslations("task");
  const tasks = [...useStore(taskStore).values()];
  const running = tasks.filter(({ state }) => state === "running").length;
  return (
    <section className={styles["panel"]} aria-label={t("title")}>
      <h2 className={styles["head"]}>{running > 0 ? t("running", { count: running }) : t("ended")}</h2>
      <ul className={styles["list"]}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ task }: { task: Task }) {
  const t = useTranslations("task");
  const errorText = useErrorText();
  const isRunning = task.state === "running";
  const cancel = async () => {
    try {
      await api.task.cancelTask({ id: task.id });
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
  };
  const reasonOf = (error: string) => errorText(new AppError(isErrorKey(error) ? error : "internal"));
  return (
    <li className={styles["item"]}>
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto">
          {t(`kind.${task.kind}`, { count: task.count, name: task.title })}
        </span>
        <IconButton
          className={styles["small"]}
          label={isRunning ? t("cancel") : t("putAway")}
          icon={<IconX size={15} />}
          onClick={() => (isRunning ? void cancel() : putAwayTask(task.id))}
        />
      </div>
      <div className={styles["facts"]}>{t("progress", { files: task.files, size: formatSize(task.bytes) })}</div>
      {isRunning ? <div className={styles["meter"]} role="progressbar" aria-label={task.title} data-endless /> : null}
      {task.failureCount > 0 ? (
        <details className={styles["failures"]} open={!isRunning}>
          <summary>{t("failures", { count: task.failureCount })}</summary>
          <ul>
            {task.error !== null && task.failures.length === 0 ? <li>{reasonOf(task.error)}</li> : null}
            {task.failures.slice(0, maxFailuresShown).map(({ path, error }) => (
              <li key={path}>
                <bdi title={path}>{nameOfPath(path)}</bdi>: {reasonOf(error)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}

function nameOfPath(path: string): string {
  const parsed = parseVirtualPath(path);
  return parsed === null ? path : nameOf(parsed);
}
