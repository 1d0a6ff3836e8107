import type { TreeOptions } from "@/lib/server/storage/storage";
import type { StepContext } from "@/lib/server/group/task-step";

/** Puts a taken name before the task's owner. Without an answer in time the entry is left alone and reported. */
export function askClash({ ask }: Pick<StepContext, "ask">): NonNullable<TreeOptions["onClash"]> {
  return async ({ path, folder, arriving, standing }) => {
    const met = ({ kind, sizeBytes, mtimeMs }: typeof arriving) => ({ kind, size: sizeBytes, mtime: mtimeMs });
    return (await ask({ path, folder, arriving: met(arriving), standing: met(standing) })) ?? "fail";
  };
}
