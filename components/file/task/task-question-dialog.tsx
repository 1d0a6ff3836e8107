"use client";

import { Button, Checkbox } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { formatFullDate } from "@/components/file/entry/entry-text";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { AnswerChoice, Task, TaskQuestion } from "@/lib/contracts/task";
import { shownName } from "@/lib/shared/shown-name";
import { putOff } from "./put-off-questions";
import styles from "./task-question-dialog.module.css";

const lastSegment = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** What a running task asks: a name is taken. Closed without an answer, it stays in the panel. */
export default function TaskQuestionDialog({ task, question }: { task: Task; question: TaskQuestion }) {
  const t = useTranslations("task.question");
  const errorText = useErrorText();
  const [isForAll, setForAll] = useState(false);
  const [isSending, setSending] = useState(false);
  const { path, folder, arriving, standing, more } = question;

  const answer = async (choice: AnswerChoice) => {
    setSending(true);
    try {
      await api.task.answerTask({ id: task.id, question: question.id, choice, all: isForAll });
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
      setSending(false);
    }
  };
  return (
    <DialogCard
      title={t("title")}
      onClose={() => putOff(question.id)}
      footer={
        <>
          <Button variant="default" disabled={isSending} onClick={() => void answer("skip")}>
            {t("skip")}
          </Button>
          <Button variant="default" disabled={isSending} onClick={() => void answer("replace")}>
            {t("replace")}
          </Button>
          <Button data-autofocus disabled={isSending} onClick={() => void answer("rename")}>
            {t("rename")}
          </Button>
        </>
      }
    >
      <p className={styles["body"]}>{shownName(t("body", { name: lastSegment(path), folder: lastSegment(folder) }))}</p>
      <dl className={styles["facts"]}>
        <Facts label={t("arriving")} met={arriving} />
        <Facts label={t("standing")} met={standing} />
      </dl>
      <Checkbox
        checked={isForAll}
        onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        label={more > 0 ? t("forAllMore", { count: more }) : t("forAll")}
      />
    </DialogCard>
  );
}

function Facts({ label, met }: { label: string; met: TaskQuestion["standing"] }) {
  const locale = useLocale();
  const formatSize = useFormatSize();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{formatSize(met.size)}</bdi> · {formatFullDate(met.mtime, locale)}
      </dd>
    </div>
  );
}
