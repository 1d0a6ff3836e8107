"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import { checksumAlgorithms, fileSums } from "@/lib/contracts/properties";
import type { TaskDetail } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";

const askAgainMs = 500;

export function useProperties(path: VirtualPath) {
  return useQuery({
    queryKey: ["file", "properties", path],
    queryFn: ({ signal }) => api.properties.getProperties({ path }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What a folder holds, counted on the server. */
export function useContent(path: VirtualPath, isFolder: boolean) {
  return useQuery({
    queryKey: ["file", "properties", path, "content"],
    queryFn: ({ signal }) => api.file.measure({ files: [path] }, { signal }),
    enabled: isFolder,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The file's checksums, from the moment when they are wanted; the reading is a task on the server. */
export function useChecksums(path: VirtualPath, isWanted: boolean) {
  return useQuery({
    queryKey: ["file", "properties", path, "checksums"],
    queryFn: async ({ signal }) => {
      const { taskId } = await api.properties.sumFiles({ files: [path], algorithms: [...checksumAlgorithms] });
      const task = await taskOver(taskId, signal);
      const sums = fileSums.safeParse(task.result?.[path]);
      if (task.state !== "done" || !sums.success) throw failureOf(task);
      return checksumAlgorithms.map((algorithm) => ({ algorithm, sum: sums.data[algorithm] ?? "" }));
    },
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Waits for a task of this dialog; one that nobody waits for any more is stopped. */
async function taskOver(id: string, signal: AbortSignal): Promise<TaskDetail> {
  for (;;) {
    const task = await api.task.getTask({ id });
    if (isTaskOver(task)) return task;
    if (signal.aborted) {
      await api.task.cancelTask({ id });
      throw new AppError("request/cancelled");
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

function failureOf({ error, failures }: TaskDetail): AppError {
  const key = error ?? failures[0]?.error ?? "internal";
  return new AppError(isErrorKey(key) ? key : "internal");
}
