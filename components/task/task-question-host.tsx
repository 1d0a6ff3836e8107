"use client";

import { useEffect } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { putOff, putOffQuestions } from "@/components/domain/task/put-off-questions";
import { listenToTasks, taskStore } from "@/components/domain/task/task-store";
import { useCachedMe } from "@/components/layout/use-me";
import { useStore } from "@/components/ui/use-store";

const TaskQuestionDialog = lazyDialog(() => import("./task-question-dialog"));

/** Listens for the jobs of who is signed in, and asks what they ask. */
export function TaskQuestionHost() {
  const me = useCachedMe();
  const tasks = useStore(taskStore);
  const later = useStore(putOffQuestions);
  const isSignedIn = me !== undefined;
  useEffect(() => {
    if (isSignedIn) listenToTasks();
  }, [isSignedIn]);
  // Root sees the questions of others in the panel; the dialog is for one's own.
  const asking = [...tasks.values()]
    .map(({ task }) => task)
    .find(({ question, owner }) => question !== null && owner === me?.username && !later.has(question.id));
  if (asking === undefined || asking.question === null) return null;
  const { id } = asking.question;
  return <TaskQuestionDialog key={id} task={asking} question={asking.question} onClose={() => putOff(id)} />;
}
