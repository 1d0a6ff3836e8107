import { spawnChild } from "./spawn-child";

const maxOutput = 2_000;
const timeoutMs = 10_000;

/** Runs a program to its end; `said` is the end of what it wrote to stderr. A program that is missing, or takes longer than ten seconds, ends with null. */
export function runBriefly(program: string, args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawnChild(program, args, {
      stdio: ["ignore", "ignore", "pipe"],
      signal: AbortSignal.timeout(timeoutMs),
    });
    let said = "";
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (text: string) => (said = (said + text).slice(-maxOutput)));
    child.once("error", () => resolve({ code: null, said }));
    child.once("close", (code) => resolve({ code, said }));
  });
}
