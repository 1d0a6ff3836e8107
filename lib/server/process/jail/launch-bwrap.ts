import { readFileSync } from "node:fs";
import { threadFile } from "@/lib/server/base/thread-file";
import type { BwrapPlan } from "./bwrap-launcher";

/** The launcher with this plan: it becomes bubblewrap. */
export function launchBwrap(plan: BwrapPlan, prefix: readonly string[]): { program: string; args: string[] } {
  const { href } = threadFile(import.meta.url, "bwrap-launcher");
  const command = [...prefix, process.execPath, "-e", "import(process.argv[1])", href, JSON.stringify(plan)];
  const [program = process.execPath, ...args] = command;
  return { program, args };
}

const administration = 21n;

/** Whether this process may make mounts of its own: in an ordinary container not even root may. */
export function mayMount(): boolean {
  const [, bits = "0"] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
  return ((BigInt(`0x${bits}`) >> administration) & 1n) === 1n;
}
