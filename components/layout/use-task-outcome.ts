"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Task } from "@/lib/contracts/task";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { useErrorText } from "./use-error-text";

export type TaskOutcome = (task: Task) => string;

/** How far a task came or how it ended, in words: "Partially completed: 12 of 40." and why. */
export function useTaskOutcome(): TaskOutcome {
  const t = useTranslations("task.outcome");
  const errorText = useErrorText();
  return useCallback(
    (task) => {
      const { state, files, failureCount, total } = task;
      const amount = { done: files, total: Math.max(total?.files ?? 0, files + failureCount) };
      const isPartial = files > 0 && amount.total > files;
      if (state === "failed") {
        const reason = errorText(reasonOf(task));
        return isPartial ? t("partly", { ...amount, reason }) : t("failed", { reason });
      }
      if (state === "interrupted") return isPartial ? t("interruptedPartly", amount) : t("interrupted");
      if (state === "cancelled") return isPartial ? t("stoppedPartly", amount) : t("cancelled");
      return t(state);
    },
    [t, errorText],
  );
}

function reasonOf({ error, failures }: Task): AppError {
  const key = error ?? failures[0]?.error ?? "internal";
  return new AppError(isErrorKey(key) ? key : "internal");
}
