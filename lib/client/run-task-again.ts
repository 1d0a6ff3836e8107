import { api } from "./call";
import { archiveContract } from "@/lib/contracts/archive";
import { duplicatesContract } from "@/lib/contracts/duplicates";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { fetchContract } from "@/lib/contracts/fetch";
import { fileContract } from "@/lib/contracts/file";
import { propertiesContract } from "@/lib/contracts/properties";
import type { Task, TaskDetail } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { trashContract } from "@/lib/contracts/trash";

type Begun = { taskId: string } | { taskIds: string[] };
type Begin = () => Promise<Begun>;

/** Nothing where what was asked is not all there, such as a password. */
function callOf<E extends Endpoint>(
  endpoint: E,
  call: (input: E["input"]["_input"]) => Promise<Begun>,
): (input: TaskDetail["input"]) => Begin | null {
  return (input) => {
    const parsed = endpoint.input.safeParse(input);
    return parsed.success ? () => call(input) : null;
  };
}

/** What deletes for good or undoes is not repeated by a click. */
const calls: { readonly [K in Task["kind"]]?: (input: TaskDetail["input"]) => Begin | null } = {
  copy: callOf(fileContract.copy, api.file.copy),
  move: callOf(fileContract.cut, api.file.cut),
  trash: callOf(fileContract.removeMany, api.file.removeMany),
  restore: callOf(trashContract.restoreTrash, api.trash.restoreTrash),
  compress: callOf(archiveContract.compress, api.archive.compress),
  extract: callOf(archiveContract.extract, api.archive.extract),
  checksum: callOf(propertiesContract.sumFiles, api.properties.sumFiles),
  attributes: callOf(propertiesContract.setAttributes, api.properties.setAttributes),
  duplicates: callOf(duplicatesContract.findDuplicates, api.duplicates.findDuplicates),
  fetch: callOf(fetchContract.fetchFiles, api.fetch.fetchFiles),
};

/** Begins the same once more, with the rights of now, and gives the ids of the new tasks; null when that cannot be. */
export function againOf(task: TaskDetail): (() => Promise<string[]>) | null {
  if (!isTaskOver(task) || task.input["secret"] === true) return null;
  const begin = calls[task.kind]?.(task.input) ?? null;
  if (begin === null) return null;
  return async () => {
    const begun = await begin();
    return "taskId" in begun ? [begun.taskId] : begun.taskIds;
  };
}

/** Whether tasks of the kind can be begun once more at all. */
export function isRepeatable({ kind }: Pick<Task, "kind">): boolean {
  return calls[kind] !== undefined;
}
