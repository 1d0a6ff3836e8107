"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { watchTask } from "@/components/domain/task/task-store";
import type { Words } from "@/components/domain/entry/words";
import { api } from "@/lib/client/call";
import { duplicatesResult } from "@/lib/contracts/duplicates";
import { isTaskOver } from "@/lib/shared/task-state";
import type { VirtualPath } from "@/lib/shared/paths";

const askAgainMs = 700;

/** Searches that this tab began, by folder: a closed dialog comes back with what was found meanwhile. */
const begun = new Map<VirtualPath, string>();

/** A search for duplicates: a task on the server, which goes on when the dialog is closed. */
export function useDuplicates(path: VirtualPath, given: string | null, words: Words) {
  const [taskId, setTaskId] = useState(given ?? begun.get(path) ?? null);
  const task = useQuery({
    queryKey: ["file", "duplicates", taskId],
    queryFn: ({ signal }) => api.task.getTask({ id: taskId ?? "" }, { signal }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data !== undefined && isTaskOver(state.data) ? false : askAgainMs),
    retry: false,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: (minBytes: number) => api.duplicates.findDuplicates({ path, minBytes }),
    meta: { errorOwner: "form" },
    onSuccess: (answer) => {
      begun.set(path, answer.taskId);
      setTaskId(answer.taskId);
      watchTask(answer.taskId, words);
    },
  });
  const result = duplicatesResult.safeParse(task.data?.result);
  return {
    task: taskId === null ? undefined : task.data,
    error: start.error ?? (taskId === null ? null : task.error),
    result: result.success ? result.data : null,
    isAsked: taskId !== null,
    start: (minBytes: number) => start.mutate(minBytes),
    reset: () => {
      begun.delete(path);
      setTaskId(null);
    },
  };
}
