import { askConflicts } from "@/components/file/conflict-store";
import { planConflicts, type ConflictChoice } from "@/components/file/conflict-plan";
import { watchTask } from "@/components/file/task/task-store";
import { pushUndo } from "@/components/file/undo/undo-stack";
import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";

export type Transfer = { mode: "copy" | "cut"; from: VirtualPath; names: readonly EntryName[]; to: VirtualPath };
const maxPerCall = 10_000;

/** Which of the names the folder has already; asked in parts. */
export async function findClashes(to: VirtualPath, names: readonly EntryName[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunked(names, maxPerCall))
    found.push(...(await api.file.clashes({ to, names: [...part] })).names);
  return found;
}

async function choicesFor({ mode, from, names, to }: Transfer): Promise<ReadonlyMap<string, ConflictChoice> | null> {
  // A copy beside its original is what was asked for: it gets a name of its own.
  if (mode === "copy" && from === to) return new Map(names.map((name) => [name, "rename"]));
  const clashes = await findClashes(to, names);
  return clashes.length === 0 ? new Map() : askConflicts({ names: clashes, folder: nameOf(to) });
}

/** Copies or moves entries into a folder; asks what to do with names that are taken. Whether it was begun. */
export async function transferEntries(transfer: Transfer, words: Words): Promise<boolean> {
  const { mode, from, names, to } = transfer;
  if (names.length === 0 || (mode === "cut" && from === to)) return false;
  try {
    if (names.some((name) => isWithin(to, joinVirtualPath(from, name)))) throw new AppError("file/into-itself");
    const choices = await choicesFor(transfer);
    if (choices === null) return false;
    const entries = names.map((name) => ({ name }));
    for (const group of planConflicts(entries, choices)) {
      for (const part of chunked(group.entries, maxPerCall)) {
        const files = part.map(({ name }) => joinVirtualPath(from, name));
        const { taskId } = await api.file[mode]({
          files,
          to,
          // What was free when asked, and names below: the task asks by itself.
          conflict: group.conflict === "fail" ? "ask" : group.conflict,
        });
        const [first] = files;
        if (mode === "cut" && first !== undefined) pushUndo({ id: taskId, name: nameOf(first), count: files.length });
        watchTask(taskId, words);
      }
    }
    return true;
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
    return false;
  }
}
