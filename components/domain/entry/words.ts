"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTaskKinds, type TaskKinds } from "@/components/layout/task-kind";
import { useErrorText, type ErrorText } from "@/components/layout/use-error-text";

/** What the verbs need to speak to the user. */
export type Words = { t: ReturnType<typeof useTranslations<"file">>; errorText: ErrorText; tasks: TaskKinds };

export function useWords(): Words {
  const t = useTranslations("file");
  const errorText = useErrorText();
  const tasks = useTaskKinds();
  return useMemo(() => ({ t, errorText, tasks }), [t, errorText, tasks]);
}
