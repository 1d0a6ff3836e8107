import { once } from "node:events";
import fs from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { countOomKills } from "@/lib/server/process/oom-kills";
import { endGroup, spawnChild, type Child } from "@/lib/server/process/spawn-child";
import type { SearchQuery } from "@/lib/server/storage/search";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { makeRipgrepParser, type RawFile } from "./parse-ripgrep";
import { patternArgs } from "./ripgrep-args";

/** Behind the answers to others, but not far: somebody waits for this one as well. 5 made a search a twentieth slower. */
const niceness = 2;
const maxBytes = 1024 * 1024 * 1024;
const pageBytes = 4096;
const watchMs = 250;
/** It tells each file by itself. Taken one by one they cost a search two tenths of its time; the pipe holds what comes meanwhile. */
const gatherMs = 25;
const gatherBytes = 16_384;

/** Of a shell whose program is not there, or is none. */
const notStarted: ReadonlySet<number | null> = new Set([126, 127]);
const goThere = 'cd -P -- "$0" && exec "$@"';

/** Each one takes all processors that it gets. Whose turn it is was decided before: see {@link limits.searches}. */
const atOnce = limits.searches.turns.inAll;
const turns = createTurns({ atOnce, maxWaiting: 200 });

type Run = {
  program: string;
  args: readonly string[];
  /** Where it begins. */
  folder: string;
  places: readonly string[];
  endsAtMs: number;
  signal: AbortSignal;
  /** What the kernel has ended where memory was short. */
  countKills?: () => number | null;
};
/** What was found since the last time; `cut` when it was ended before its end. */
export type RipgrepOutput = { files: RawFile[]; cut: "time" | "memory" | null };

/** Runs ripgrep on folders, with low priority, and ends it when the signal fires or nobody takes what it found. */
export async function* runRipgrep({
  program,
  args,
  folder,
  places,
  endsAtMs,
  signal,
  countKills = countOomKills,
}: Run): AsyncGenerator<RipgrepOutput, void, undefined> {
  const leave = await turns("all", signal);
  const killsBefore = countKills();
  // It goes there once it is a program of its own: where a mount does not answer only it waits (spawn-child.ts).
  const start = ["-c", goThere, folder, program, ...args, "--", ...places];
  const child = spawnChild("/bin/sh", start, { stdio: ["ignore", "pipe", "ignore"], niceness });
  const closed = once(child, "close").catch((error: unknown) => error); // told at the end
  let cut: RipgrepOutput["cut"] = null;
  const end = () => endGroup(child);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const watch = setInterval(() => {
    if (performance.now() > endsAtMs) cut = "time";
    else if (child.pid !== undefined && residentBytes(child.pid) > maxBytes) cut = "memory";
    if (cut !== null) end();
  }, watchMs);
  try {
    const parse = makeRipgrepParser();
    for await (const chunk of child.stdout) {
      if (Buffer.isBuffer(chunk)) yield { files: parse(chunk), cut: null };
      if (child.stdout.readableLength < gatherBytes) await gather(child);
    }
    if (signal.aborted) throw new AppError("request/cancelled");
    const outcome = await closed;
    if (outcome instanceof Error) throw outcome;
    if (notStarted.has(child.exitCode)) throw new AppError("file/io");
    if (cut === null && child.signalCode !== null) {
      if (!lacksMemory(child.signalCode, [killsBefore, countKills()]))
        throw new Error(`ripgrep was ended by ${child.signalCode}`);
      cut = "memory";
    }
    yield { files: [], cut };
  } finally {
    end();
    clearInterval(watch);
    signal.removeEventListener("abort", end);
    await closed;
    leave();
  }
}

/** Whether ripgrep understands a pattern: it is tried on nothing. */
export async function assertPattern(program: string, query: SearchQuery): Promise<void> {
  if (query.text === "") throw new AppError("search/pattern");
  if (query.mode === "part" || query.mode === "all") return;
  const child = spawnChild(program, ["--no-config", ...patternArgs(query), "--", "/dev/null"]);
  const [code] = await once(child, "close");
  if (code !== 0 && code !== 1) throw new AppError("search/pattern");
}

/** Where memory is short the kernel ends it, or doesn't give it more: then it ends itself. Others may end it as well, and so does the end of what has started it. */
function lacksMemory(by: NodeJS.Signals, [before, after]: [number | null, number | null]): boolean {
  return by === "SIGABRT" || (by === "SIGKILL" && (before === null || after === null || after > before));
}

/** Waits for more to come, not longer than the program runs. */
function gather(child: Child): Promise<void> {
  if (child.isOver) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      child.off("exit", done);
      resolve();
    };
    const timer = setTimeout(done, gatherMs);
    child.once("exit", done);
  });
}

/** What a process holds in memory; 0 once it is gone. */
function residentBytes(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * pageBytes;
  } catch {
    return 0;
  }
}
