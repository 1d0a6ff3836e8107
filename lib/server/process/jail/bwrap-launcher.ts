// A program of its own, started by launch-bwrap.ts: prepares what its last argument plans, tries bubblewrap with it, and becomes bubblewrap.
import { spawnSync } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import type { JailLimits, PinnedInput, StagePlan } from "./jail-plan";
import { limitSelf } from "./limit-self";
import { becomeProgram, must, openPipe } from "./native";
import { openInput } from "./open-input";
import { makeStage } from "./stage";

/** All that it is told. */
export type BwrapPlan = StagePlan & {
  limits: JailLimits;
  /** Of instructions for seccomp(2), base64; null: none for this machine. */
  filter: string | null;
  bwrap: string;
  /** Of bubblewrap, before what says where to begin. */
  args: readonly string[];
  /** Where to begin, and the program with its arguments. */
  begin: readonly string[];
  /** Said once bubblewrap has been tried with all of this, before it becomes the program; null: it is not tried, and nothing is said. */
  ready: string | null;
  /** Instead of the input that the launcher has. */
  input: PinnedInput | null;
};

/** A descriptor that gives the filter, once, and then ends. */
function pipeWith(bytes: Buffer): number {
  const ends = Buffer.alloc(8);
  must("pipe", openPipe(ends));
  const writer = ends.readInt32LE(4);
  // It has room for all of it: 64 KiB.
  writeSync(writer, bytes);
  closeSync(writer);
  return ends.readInt32LE(0);
}

/** What the kernel refuses here it would refuse in the terminal, without a word. */
function tryOut(bwrap: string, argumentsFor: (fd: number | null) => string[], filter: Buffer | null): void {
  const fd = filter === null ? null : pipeWith(filter);
  const tried = spawnSync(bwrap, [...argumentsFor(fd === null ? null : 3), "--", "/usr/bin/true"], {
    stdio: ["ignore", "ignore", "pipe", fd ?? "ignore"],
    env: { NODE_ENV: "production" },
    cwd: "/",
  });
  if (tried.status !== 0) throw new Error(tried.stderr?.toString().trim() || "bubblewrap did not start");
  if (fd !== null) closeSync(fd);
}

function launch(plan: BwrapPlan): void {
  const { user, isRoot, limits, args, begin, bwrap, ready, input } = plan;
  // Before the stage covers what may lie below its place.
  if (input !== null) openInput(input, { isReadOnly: true });
  makeStage(plan);
  limitSelf(limits);
  if (isRoot) {
    process.setgroups?.([]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
  }
  const filter = plan.filter === null ? null : Buffer.from(plan.filter, "base64");
  const argumentsFor = (fd: number | null) => [...args, ...(fd === null ? [] : ["--seccomp", String(fd)])];
  if (ready !== null) tryOut(bwrap, argumentsFor, filter);
  const forProgram = filter === null ? null : pipeWith(filter);
  process.chdir("/");
  if (ready !== null) writeSync(1, `${ready}\n`);
  becomeProgram({
    program: bwrap,
    argv: ["bwrap", ...argumentsFor(forProgram), ...begin],
    env: {},
    descriptors: forProgram === null ? [] : [forProgram],
  });
}

try {
  launch(JSON.parse(process.argv[2] ?? "") as BwrapPlan); // written by launch-bwrap.ts
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(125);
}
