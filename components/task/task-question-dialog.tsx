"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ClashCard } from "@/components/domain/transfer/clash-card";
import { optionsFor, singleOptions } from "@/components/domain/transfer/conflict-plan";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { AnswerChoice, Task, TaskQuestion } from "@/lib/contracts/task";
import { shownName } from "@/lib/shared/shown-name";

const lastSegment = (path: string) => path.slice(path.lastIndexOf("/") + 1);

type Props = { task: Task; question: TaskQuestion; onClose: () => void };

/** What a running task asks: a name is taken. Closed without an answer, it stays in the panel. */
export default function TaskQuestionDialog({ task, question, onClose }: Props) {
  const t = useTranslations("task.question");
  const errorText = useErrorText();
  const [isForAll, setForAll] = useState(false);
  const [isSending, setSending] = useState(false);
  const { path, folder, more } = question;

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
    <ClashCard
      title={t("title")}
      text={shownName(t("body", { name: lastSegment(path), folder: lastSegment(folder) }))}
      clash={question}
      // With an answer for all, the next may be two files.
      options={isForAll ? singleOptions : optionsFor(singleOptions, [question])}
      forAll={{
        label: more > 0 ? t("forAllMore", { count: more }) : t("forAll"),
        isChecked: isForAll,
        onChange: setForAll,
      }}
      isBusy={isSending}
      onAnswer={(choice) => void answer(choice)}
      onClose={onClose}
    />
  );
}
