import { awaitArrivalOf } from "@/components/file/arrival/arrivals";
import { askConflicts, conflictOptions } from "@/components/file/transfer/conflict-store";
import type { ConflictChoice } from "@/components/file/transfer/conflict-plan";
import { watchTask } from "@/components/file/task/task-store";
import { pushUndo } from "@/components/file/undo/undo-stack";
import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { isWithin, nameOf, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";

export type Transfer = { mode: "copy" | "cut"; files: readonly VirtualPath[]; to: VirtualPath };
const maxPerCall = 10_000;

/** Which of the names the folder has already; asked in parts. */
export async function findClashes(to: VirtualPath, names: readonly EntryName[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunked(names, maxPerCall))
    found.push(...(await api.file.clashes({ to, names: [...part] })).names);
  return found;
}

type Entry = { name: EntryName; file: VirtualPath };

async function choicesFor(
  entries: readonly Entry[],
  to: VirtualPath,
): Promise<ReadonlyMap<string, ConflictChoice> | null> {
  const clashes = await findClashes(
    to,
    entries.map(({ name }) => name),
  );
  return clashes.length === 0 ? new Map() : askConflicts({ names: clashes, folder: to }, conflictOptions);
}

/** The entries one by one per name: of several from different folders the later ones get names of their own. */
function splitByName(entries: readonly Entry[]): { first: Entry[]; again: Entry[] } {
  const seen = new Set<string>();
  const [first, again]: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) {
    (seen.has(entry.name) ? again : first).push(entry);
    seen.add(entry.name);
  }
  return { first, again };
}

/** Copies or moves entries into a folder; asks what to do with names that are taken. Whether it was begun. */
export async function transferEntries({ mode, files, to }: Transfer, words: Words): Promise<boolean> {
  // Moved to where they are, entries stay; a copy beside its original gets a name of its own, for that is what was asked for.
  const away = files.filter((file) => parentOf(file) !== to);
  const beside = mode === "copy" ? files.filter((file) => parentOf(file) === to) : [];
  if (away.length + beside.length === 0) return false;
  const start = (part: readonly VirtualPath[], chosen: ReadonlyMap<VirtualPath, ConflictChoice>) =>
    awaitArrivalOf(to, async (end) => {
      const each: Record<string, ConflictChoice> = {};
      for (const file of part) {
        const choice = chosen.get(file);
        if (choice !== undefined) each[file] = choice;
      }
      // What was free when asked, and names below: the task asks by itself.
      const { taskId } = await api.file[mode]({ files: [...part], to, conflict: "ask", each });
      const [first] = part;
      // A copy that cannot be undone says so at its end.
      if (first !== undefined) pushUndo({ id: taskId, name: nameOf(first), count: part.length });
      // What gets another name is learnt from the folder.
      const isRenaming = Object.values(each).includes("rename");
      watchTask(taskId, words, () => end(isRenaming ? [] : part.map(nameOf)));
    });
  try {
    if (files.some((file) => isWithin(to, file))) throw new AppError("file/into-itself");
    const { first, again } = splitByName(away.map((file) => ({ name: nameOf(file), file })));
    const choices = first.length === 0 ? new Map<string, ConflictChoice>() : await choicesFor(first, to);
    if (choices === null) return false;
    // One task, with one message and one undo, whatever was answered.
    const chosen = new Map<VirtualPath, ConflictChoice>();
    for (const { name, file } of first) {
      const choice = choices.get(name);
      if (choice !== undefined) chosen.set(file, choice);
    }
    for (const file of [...beside, ...again.map((entry) => entry.file)]) chosen.set(file, "rename");
    const all = [...first.map(({ file }) => file), ...beside, ...again.map(({ file }) => file)];
    const wanted = all.filter((file) => chosen.get(file) !== "skip");
    for (const part of chunked(wanted, maxPerCall)) await start(part, chosen);
    return wanted.length > 0;
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
    return false;
  }
}
