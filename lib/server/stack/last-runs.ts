import { StringDecoder } from "node:string_decoder";
import type { LastRun } from "@/lib/contracts/stack";
import type { StackAction } from "@/lib/shared/stacks";
import { randomId } from "@/lib/shared/units";

/** What is kept in memory: of each the end, half a megabyte at the most. */
export const outputLimits = { characters: 256 * 1024, runs: 200 };

type Kept = {
  id: string;
  run: LastRun;
  text: string;
  /** How many characters there were before the text, which are let go. */
  left: number;
  stop: () => void;
};

export type Output = Pick<Kept, "id" | "run" | "text" | "left">;

/** By the stack’s id, in the order in which they began. */
const runs = new Map<string, Kept>();
const listeners = new Map<string, Set<() => void>>();

type Begun = {
  /** What Compose writes. */
  hear: (bytes: Buffer) => void;
  /** `code`: null where it was ended, or never began. */
  end: (code: number | null) => void;
};

/** Keeps the end of what Compose says of a stack, in place of what was kept of it before. `stop` is called where it is canceled. */
export function beginRun(
  id: string,
  { stop, ...about }: Omit<LastRun, "started_at" | "ended"> & { stop: () => void },
): Begun {
  const kept: Kept = {
    id: randomId(8),
    run: { ...about, started_at: Date.now(), ended: null },
    text: "",
    left: 0,
    stop,
  };
  const decoder = new StringDecoder("utf8");
  const add = (text: string) => {
    kept.text += text;
    const excess = kept.text.length - outputLimits.characters;
    if (excess > 0) {
      // Some more, or each word would cost a copy of all.
      const from = excess + Math.floor(outputLimits.characters / 4);
      const line = kept.text.indexOf("\n", from) + 1;
      const cut = line > 0 ? line : from;
      kept.text = kept.text.slice(cut);
      kept.left += cut;
    }
    changed(id);
  };
  runs.delete(id);
  runs.set(id, kept);
  if (runs.size > outputLimits.runs) forgetOldest();
  changed(id);
  return {
    hear: (bytes) => add(decoder.write(bytes)),
    end(code) {
      const isCanceled = canceled.delete(kept);
      add(decoder.end());
      kept.run = { ...kept.run, ended: { at: Date.now(), code, is_canceled: isCanceled } };
      changed(id);
    },
  };
}

const canceled = new Set<Kept>();

/** Ends what goes on, if something does. */
export function cancelRun(id: string): void {
  const kept = runs.get(id);
  if (kept === undefined || kept.run.ended !== null) return;
  canceled.add(kept);
  kept.stop();
}

/** What goes on is not let go: it is told of until it has ended. */
function forgetOldest(): void {
  for (const [id, { run }] of runs)
    if (run.ended !== null) {
      forgetRun(id);
      return;
    }
}

/** Of a stack that is gone: another may get its name. */
export function forgetRun(id: string): void {
  runs.delete(id);
  changed(id);
}

export const lastOutputOf = (id: string): Output | null => runs.get(id) ?? null;

/** What was done last with a stack, if that failed. */
export function failedOf(id: string): StackAction | null {
  const run = runs.get(id)?.run;
  if (run === undefined || run.ended === null || run.ended.is_canceled || run.ended.code === 0) return null;
  return run.action;
}

/** Tells of everything new about a stack’s output until the result is called. */
export function listenToRuns(id: string, listener: () => void): () => void {
  const all = listeners.get(id) ?? new Set();
  listeners.set(id, all.add(listener));
  return () => {
    all.delete(listener);
    if (all.size === 0 && listeners.get(id) === all) listeners.delete(id);
  };
}

function changed(id: string): void {
  for (const listener of listeners.get(id) ?? []) listener();
}
