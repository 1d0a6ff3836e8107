import { awaitArrivalOf } from "@/components/domain/folder/arrivals";
import { askConflicts } from "@/components/domain/transfer/conflict-store";
import {
  areFolders,
  transferOptions,
  type Clash,
  type ConflictChoice,
} from "@/components/domain/transfer/conflict-plan";
import { watchTask } from "@/components/domain/task/task-store";
import { pushUndo } from "@/components/domain/task/undo-stack";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { isWithin, nameOf, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";

export type Transfer = { mode: "copy" | "cut"; files: readonly VirtualPath[]; to: VirtualPath };
const maxPerCall = 10_000;

/** Which of the names the folder has already; asked in parts. `file`: where the entry is now, if it is on the server. */
export async function findClashes(
  to: VirtualPath,
  entries: readonly { name: EntryName; file?: VirtualPath }[],
): Promise<Clash[]> {
  const found: Clash[] = [];
  for (const part of chunked(entries, maxPerCall)) {
    const names = part.map(({ name }) => name);
    const from = part.flatMap(({ file }) => file ?? []);
    found.push(...(await api.file.clashes({ to, names, from })).clashes);
  }
  return found;
}

type Entry = { name: EntryName; file: VirtualPath };
type Answers = ReadonlyMap<string, ServerChoice | "leave">;
/** What the task is told for an entry; without it, it merges folders and asks about each taken name. */
type ServerChoice = Exclude<ConflictChoice, "merge">;

/** The answers by name; null when the user gives up. */
async function answersFor(entries: readonly Entry[], to: VirtualPath): Promise<Answers | null> {
  const clashes = await findClashes(to, entries);
  const choices = clashes.length === 0 ? new Map() : await askConflicts({ clashes, folder: to }, transferOptions);
  if (choices === null) return null;
  const answers = new Map<string, ServerChoice | "leave">();
  for (const clash of clashes) {
    const choice = choices.get(clash.name);
    // Skipping what a folder has already still brings what is new in it.
    if (choice === "skip" && !areFolders(clash)) answers.set(clash.name, "leave");
    else if (choice !== undefined && choice !== "merge") answers.set(clash.name, choice);
  }
  return answers;
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
  const start = (part: readonly VirtualPath[], chosen: ReadonlyMap<VirtualPath, ServerChoice>) =>
    awaitArrivalOf(to, async (end) => {
      const each: Record<string, ServerChoice> = {};
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
    const answers = await answersFor(first, to);
    if (answers === null) return false;
    // One task, with one message and one undo, whatever was answered.
    const chosen = new Map<VirtualPath, ServerChoice>();
    const going = first.filter(({ name }) => answers.get(name) !== "leave");
    for (const { name, file } of going) {
      const answer = answers.get(name);
      if (answer !== undefined && answer !== "leave") chosen.set(file, answer);
    }
    for (const file of [...beside, ...again.map((entry) => entry.file)]) chosen.set(file, "rename");
    const wanted = [...going.map(({ file }) => file), ...beside, ...again.map(({ file }) => file)];
    for (const part of chunked(wanted, maxPerCall)) await start(part, chosen);
    return wanted.length > 0;
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
    return false;
  }
}
