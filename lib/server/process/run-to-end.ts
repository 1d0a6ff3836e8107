import type { HostCommand } from "./on-host";
import { endGroup, spawnChild } from "./spawn-child";

const maxOutputBytes = 16 * 1024 * 1024;
const maxSaid = 2_000;
const answerMs = 10_000;

export type Outcome = {
  code: number | null;
  output: string;
  said: string;
  isLate: boolean;
  /** It wrote more than `maxBytes`. */
  isCut: boolean;
};

type Options = {
  /** What takes longer is ended: `isLate`. */
  ms?: number;
  /** What it writes beyond that is lost. */
  maxBytes?: number;
  /** Takes what it writes, which is not kept then. */
  hear?: (chunk: Buffer) => void;
  input?: string | Uint8Array;
  signal?: AbortSignal;
  env?: Readonly<Record<string, string>>;
};

/** Runs a program to its end. `said` is the end of what it wrote to stderr. A program that is missing ends with null. */
export function runToEnd(
  { program, args }: HostCommand,
  { ms = answerMs, maxBytes = maxOutputBytes, hear, input = "", signal, env = {} }: Options = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawnChild(program, args, {
      stdio: ["pipe", "pipe", "pipe"],
      ...(signal === undefined ? {} : { signal }),
      env: { LC_ALL: "C.UTF-8", TZ: "UTC", ...env },
    });
    const outcome: Outcome = { code: null, output: "", said: "", isLate: false, isCut: false };
    const chunks: Buffer[] = [];
    let [bytes, isOver] = [0, false];
    const end = (code: number | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve({ ...outcome, code, output: Buffer.concat(chunks).toString("utf8") });
    };
    const timer = setTimeout(() => {
      outcome.isLate = true;
      endGroup(child);
      // What waits in the kernel for a server that is gone cannot even be killed.
      setTimeout(() => end(null), graceMs).unref();
    }, ms);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (hear !== undefined) return hear(chunk);
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else outcome.isCut = true;
    });
    // Or a character in two pieces would be two wrong ones.
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (text: string) => (outcome.said = (outcome.said + text).slice(-maxSaid)));
    child.stdin?.on("error", () => {}); // it has ended, which its code tells
    child.stdin?.end(input);
    child.once("error", () => end(null));
    child.once("close", (code) => end(code));
  });
}

const graceMs = 500;
