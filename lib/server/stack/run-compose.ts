import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { limits } from "@/lib/server/base/limits";
import { hostFiles } from "@/lib/server/process/account-files";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { composeEnvironment } from "./compose-environment";
import { findCompose, getCompose, type Compose } from "./find-compose";
import { orRefused } from "./or-refused";
import type { StackPlace } from "./stack-places";

const maxComplaint = 1_000;

type Read = Pick<StackPlace, "name" | "folder" | "composeFiles">;
type Reading = {
  /** Instead of the `.env` of the folder. */
  environmentFile?: string;
  signal?: AbortSignal;
};

/** Whose project it is, and of which files. */
function projectArguments({ name, folder, composeFiles }: Read): readonly string[] {
  return ["-p", name, "--project-directory", folder, ...composeFiles.flatMap((file) => ["-f", file])];
}

/** What is done with a stack by what was approved of it alone. */
export function approvedArguments(
  { name, folder }: Read,
  { compose, environment }: { compose: string; environment: string },
): readonly string[] {
  return [...projectArguments({ name, folder, composeFiles: [compose] }), "--env-file", environment];
}

/**
 * What Compose makes of the files of a stack: one text with all that they take from others, variables replaced, and paths absolute. Services of every profile
 * are in it. Throws stack/invalid with what Compose has against them, stack/slow, stack/too-large and stack/no-compose.
 */
export async function readByCompose(place: Read, { environmentFile, signal }: Reading = {}): Promise<string> {
  const compose = await getCompose();
  const options = [
    ...(environmentFile === undefined ? [] : ["--env-file", environmentFile]),
    // The old program has them in it without being asked, and takes the star for a name.
    ...(compose.version.startsWith("1.") ? [] : ["--profile", "*"]),
  ];
  const { code, output, said, isLate, isCut } = await config(
    compose,
    [...projectArguments(place), ...options],
    signal === undefined ? {} : { signal },
  );
  if (isCut) throw new AppError("stack/too-large", { name: place.name });
  if (isLate) throw new AppError("stack/slow", { name: place.name });
  if (code !== 0) throw new AppError("stack/invalid", { text: complaintOf(said) || String(code) });
  return output;
}

/** What Compose has against a file of the stack with this text; null for nothing, and where there is no Compose to ask. */
export async function refusalOf(
  place: StackPlace,
  { path, content, signal }: { path: string; content: Uint8Array; signal: AbortSignal },
): Promise<string | null> {
  const compose = await findCompose();
  if (compose === null) return null;
  // Beside the file that it is to be: what it names is looked for from there, which it is not for a text on stdin.
  const draft = `${path.slice(0, path.lastIndexOf("/"))}/.filedeck-${randomId(12)}`;
  try {
    await orRefused(() => hostFiles.write(draft, content, { newMode: "600" }));
    const composeFiles = place.composeFiles.map((file) => (file === path ? draft : file));
    const { code, said, isLate } = await config(compose, projectArguments({ ...place, composeFiles }), { signal });
    if (isLate) throw new AppError("stack/slow", { name: place.name });
    return code === 0 ? null : complaintOf(said).replaceAll(draft, path) || String(code);
  } finally {
    await hostFiles.removeTree(draft).catch(() => {}); // it has said what it had to, and is no stack’s
  }
}

async function config(compose: Compose, args: readonly string[], options: { signal?: AbortSignal } = {}) {
  const { ms, outputBytes: maxBytes } = limits.readingCompose;
  const command = await compose.runBounded([...args, "config"]);
  return runToEnd(command, { ms, maxBytes, env: composeEnvironment(), ...options });
}

/** What Compose says, without the way there: where the old program, which is Python, fails by itself, its last line alone says why. */
export function complaintOf(said: string): string {
  const lines = said.trim().split("\n");
  const isTrace = lines.some((line) => line.startsWith("Traceback ") || /^\s*File ".*", line \d/.test(line));
  return (isTrace ? (lines.at(-1) ?? "") : lines.join("\n")).trim().slice(-maxComplaint);
}
