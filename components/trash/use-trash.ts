"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/lib/client/call";
import { followTasks } from "@/lib/client/task/follow-tasks";
import { isTaskOver } from "@/lib/shared/task-state";

const key = ["trash", "list"] as const;
const changing: ReadonlySet<string> = new Set(["trash", "restore", "delete", "undo"]);

/** What lies in the trash, page by page; asked again when a task has changed it. */
export function useTrash(all: boolean) {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followTasks({
        changed: (task) => {
          // A failure is the query's to show.
          if (isTaskOver(task) && changing.has(task.kind)) void queryClient.invalidateQueries({ queryKey: key });
        },
      }),
    [queryClient],
  );
  return useInfiniteQuery({
    queryKey: [...key, all],
    queryFn: ({ pageParam, signal }) =>
      api.trash.listTrash({ all, ...(pageParam === null ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
