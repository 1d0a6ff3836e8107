import { spawnChild } from "./spawn-child";

const maxBytes = 65_536;

/** What a program writes to stdout, up to 64 KiB; null where it is missing, fails, or takes longer: then it is ended. */
export function readOutput(program: string, args: readonly string[], timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawnChild(program, args, {
      stdio: ["ignore", "pipe", "ignore"],
      signal: AbortSignal.timeout(timeoutMs),
    });
    let said = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => (said = (said + text).slice(0, maxBytes)));
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code === 0 ? said : null));
  });
}
