import type { HostCommand } from "./on-host";
import { endGroup, spawnChild } from "./spawn-child";

const maxSaid = 2_000;
const graceMs = 500;

export type Captured = {
  /** Null where it is missing, or was ended. */
  code: number | null;
  output: string;
  /** The end of what it wrote to stderr. */
  said: string;
  isLate: boolean;
};

type Options = {
  /** What takes longer is ended: `isLate`. */
  ms: number;
  /** What it writes beyond that is lost. */
  maxBytes: number;
  input?: string;
  signal?: AbortSignal;
  env?: Readonly<Record<string, string>>;
};

/** Runs a program to its end, and gives what it wrote. */
export function runCaptured(
  { program, args }: HostCommand,
  { ms, maxBytes, input = "", signal, env = {} }: Options,
): Promise<Captured> {
  return new Promise((resolve) => {
    const child = spawnChild(program, args, {
      stdio: ["pipe", "pipe", "pipe"],
      ...(signal === undefined ? {} : { signal }),
      env,
    });
    let isLate = false;
    let said = "";
    let bytes = 0;
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
      // What waits in the kernel for a server that is gone cannot even be killed.
      setTimeout(() => end(null), graceMs).unref();
    }, ms);
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-maxSaid)));
    child.stdin?.on("error", () => {}); // it has ended, which its code tells
    child.stdin?.end(input);
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, output: Buffer.concat(chunks).toString("utf8"), said, isLate });
    };
    child.once("error", () => end(null));
    child.once("close", (code) => end(code));
  });
}
