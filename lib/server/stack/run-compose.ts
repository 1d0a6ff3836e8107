import { runToEnd } from "@/lib/server/process/run-to-end";
import { composeEnvironment } from "./compose-environment";
import { findCompose } from "./find-compose";
import type { StackPlace } from "./stack-places";

const checkMs = 20_000;
const maxBytes = 64 * 1024;
const maxComplaint = 1_000;

/** Whose project it is, and of which files; `path` is read from stdin instead. */
export function projectArguments({ name, folder, composeFiles }: StackPlace, path?: string): readonly string[] {
  return [
    "-p",
    name,
    "--project-directory",
    folder,
    ...composeFiles.flatMap((file) => ["-f", file === path ? "-" : file]),
  ];
}

/** What Compose has against a file of the stack with this text; null for nothing, and where there is no Compose to ask. */
export async function refusalOf(
  place: StackPlace,
  { path, text, signal }: { path: string; text: string; signal: AbortSignal },
): Promise<string | null> {
  const compose = await findCompose();
  if (compose === null) return null;
  const command = await compose.run([...projectArguments(place, path), "config", "-q"]);
  const asked = { ms: checkMs, maxBytes, input: text, signal, env: composeEnvironment() };
  const { code, said } = await runToEnd(command, asked);
  return code === 0 ? null : complaintOf(said) || String(code);
}

/** What Compose says, without the way there: where the old program, which is Python, fails by itself, its last line alone says why. */
export function complaintOf(said: string): string {
  const lines = said.trim().split("\n");
  const isTrace = lines.some((line) => line.startsWith("Traceback ") || /^\s*File ".*", line \d/.test(line));
  return (isTrace ? (lines.at(-1) ?? "") : lines.join("\n")).trim().slice(-maxComplaint);
}
