"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FolderToolProps } from "@/components/domain/tool/folder-tool";
import { TaskMeter } from "@/components/domain/task/task-meter";
import { fractionOf } from "@/components/domain/task/task-progress";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { useWords } from "@/components/domain/entry/words";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { Task } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { shownName } from "@/lib/shared/shown-name";
import { DuplicatesFound } from "./duplicates-found";
import { useDuplicates } from "./use-duplicates";
import styles from "./duplicates.module.css";

const kib = 1024;
const sizes = [1, 100 * kib, kib ** 2, 10 * kib ** 2, 100 * kib ** 2];

/** Files with the same content below a folder: asks, shows how far it is, then what was found. */
export default function DuplicatesDialog({ path, taskId, onClose }: FolderToolProps) {
  const t = useTranslations("duplicates");
  const words = useWords();
  const roots = useRoots().data;
  const search = useDuplicates(path, taskId, words);
  const { task, error, result } = search;
  const isRunning = search.isAsked && error === null && (task === undefined || !isTaskOver(task));
  return (
    <DialogCard title={<bdi>{t("title", { name: shownName(titleOf(path, roots)) })}</bdi>} onClose={onClose} size={860}>
      {isRunning ? (
        <Running task={task} />
      ) : result === null ? (
        <Ask problem={problemOf(task, error)} onStart={search.start} onClose={onClose} />
      ) : (
        <DuplicatesFound key={task?.id} folder={path} result={result} onAgain={search.reset} />
      )}
    </DialogCard>
  );
}

function problemOf(task: Task | undefined, error: Error | null): Error | "stopped" | null {
  if (error !== null || task === undefined) return error;
  if (task.state !== "failed") return "stopped";
  const key = task.error ?? "internal";
  return new AppError(isErrorKey(key) ? key : "internal");
}

type AskProps = { problem: Error | "stopped" | null; onStart: (minBytes: number) => void; onClose: () => void };

function Ask({ problem, onStart, onClose }: AskProps) {
  const t = useTranslations("duplicates");
  const { errorText } = useWords();
  const formatSize = useFormatSize();
  const [minBytes, setMinBytes] = useState(1);
  return (
    <Form label={t("start")} onSubmit={() => onStart(minBytes)}>
      <p className={styles["about"]}>{t("about")}</p>
      <NativeSelect
        label={t("min")}
        value={String(minBytes)}
        data={sizes.map((size) => ({ value: String(size), label: size === 1 ? t("any") : formatSize(size) }))}
        onChange={({ currentTarget: { value } }) => setMinBytes(Number(value))}
      />
      {problem === null ? null : problem === "stopped" ? (
        <Banner kind="info">{t("stopped")}</Banner>
      ) : (
        <Banner kind="error">{errorText(problem)}</Banner>
      )}
      <FormButtons onCancel={onClose}>
        <Button type="submit">{t("start")}</Button>
      </FormButtons>
    </Form>
  );
}

function Running({ task }: { task: Task | undefined }) {
  const t = useTranslations("duplicates");
  const { errorText } = useWords();
  const stop = async () => {
    try {
      if (task !== undefined) await api.task.cancelTask({ id: task.id });
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
  };
  const fraction = task === undefined ? null : fractionOf(task);
  return (
    <>
      <p className={styles["about"]}>{t("running")}</p>
      <TaskMeter title={t("running")} fraction={fraction} />
      <p className={styles["about"]}>{t("compared", { count: task?.files ?? 0 })}</p>
      <div data-dialog-footer>
        <Button variant="default" onClick={() => void stop()}>
          {t("stop")}
        </Button>
      </div>
    </>
  );
}
