import { readFile } from "node:fs/promises";
import fs from "node:fs";
import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { callSync, mayCallSync } from "@/lib/server/storage/local/sys/quick-disks";
import { holdRun } from "./run-lock";
import type { Unfinished } from "@/lib/server/storage/storage";
import { runId } from "@/lib/server/storage/own-names";

/**
 * Where this run may leave unfinished files, so that the next start finds them after a kill. Lines of JSON in one
 * append-only file; what a crashed machine loses of it can only be files that no listing shows.
 */
export type Journal = {
  /** Call before creating a temporary file in the folder. Costs one small append per folder and run. */
  recordFolder(realPath: string): Promise<void>;
  /** Call before reserving a name with an empty folder that the real one is then moved over. */
  recordReservation(realPath: string): Promise<void>;
  /** Call once such a name is reserved with an empty file, which a file with content is then moved over; of the first 100,000. Takes it back once that is over. */
  recordPlaceholder(placeholder: Placeholder): Promise<() => Promise<void>>;
  /** Call before creating a folder whose content gets another name. */
  recordUnfinished(realPath: string, unfinished: Unfinished): Promise<void>;
};

/** An empty file, known by when it was made (some disks have no lasting numbers), and from where a file is moved over it. */
export type Placeholder = { realPath: string; madeMs: number; from: string };

export type JournalLine =
  /** `locked`: the run holds its lock (run-lock.ts) as long as it is at work, and the process id is for nothing. */
  | { run: string; pid: number; start: string; locked: boolean }
  | { run: string; dir: string }
  | { run: string; reserved: string }
  | { run: string; placeholder: string; madeMs: number; from: string; number: number }
  /** The placeholder of that number is none any more: by that name it is somebody's file now. */
  | { run: string; placed: number }
  | { run: string; unfinished: string }
  /** Holds what was moved there from a place; it may be nowhere else. */
  | { run: string; moved: string; from: string };

const maxKnownFolders = 10_000;
/** Of a run: some 30 MB. Whoever copies more files to such disks has those after them as on any disk without a journal. */
const maxPlaceholders = 100_000;

type State = { known: Map<string, Promise<void>>; begun: Promise<void> | null; placeholders: number };
const states = new Map<string, State>();

/** Cheap: no I/O before the first record. Journals of the same file share what they know. */
export function openJournal(path: string): Journal {
  const state = states.get(path) ?? { known: new Map<string, Promise<void>>(), begun: null, placeholders: 0 };
  states.set(path, state);

  async function append(line: JournalLine): Promise<void> {
    state.begun ??= begin(path);
    try {
      await state.begun;
    } catch (error) {
      state.begun = null;
      throw error;
    }
    await appendLine(path, line);
  }

  return {
    recordFolder(realPath) {
      const known = state.known.get(realPath);
      if (known !== undefined) return known;
      // Forgetting all costs at most one more line per folder, which the sweep does not mind.
      if (state.known.size >= maxKnownFolders) state.known.clear();
      // A data folder that is full must not keep anybody from saving elsewhere: the price is one file nobody sees.
      const recorded = append({ run: runId, dir: realPath }).catch(() => {
        state.known.delete(realPath);
      });
      state.known.set(realPath, recorded);
      return recorded;
    },
    recordReservation: (realPath) => append({ run: runId, reserved: realPath }).catch(() => {}), // as above
    async recordPlaceholder({ realPath, madeMs, from }) {
      const number = state.placeholders++;
      if (number >= maxPlaceholders) return async () => {};
      await append({ run: runId, placeholder: realPath, madeMs, from, number }).catch(() => {}); // as above
      return () => append({ run: runId, placed: number }).catch(() => {}); // then by its time alone
    },
    recordUnfinished(realPath, unfinished) {
      const line =
        unfinished === "made"
          ? { run: runId, unfinished: realPath }
          : { run: runId, moved: realPath, from: unfinished.movedFrom };
      return append(line).catch(() => {}); // as above
    },
  };
}

async function begin(path: string): Promise<void> {
  const { pid } = process;
  // Never closed: the kernel does it, whatever ends the process.
  const locked = (await holdRun(path, runId).catch(() => null)) !== null;
  await appendLine(path, { run: runId, pid, start: await startOf(pid), locked });
}

function appendLine(path: string, line: JournalLine): Promise<void> {
  // The leading newline ends a line that a kill cut short. JSON escapes newlines and lone surrogates.
  const text = `\n${JSON.stringify(line)}\n`;
  if (mayCallSync()) return callSync(() => fs.appendFileSync(toFsPath(path), text, { mode: 0o600 }));
  return new Promise((resolve, reject) => {
    fs.appendFile(toFsPath(path), text, { mode: 0o600 }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/**
 * When a process began, in clock ticks since boot (proc(5), field 22); empty when it does not run. One that was killed and not yet
 * waited for does not: the kernel has closed its files.
 */
export async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // The command name, in parentheses, may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "" : (fields[19] ?? "");
}
