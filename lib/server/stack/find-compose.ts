import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { onHost, type HostCommand } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { composeEnvironment } from "./compose-environment";

/** How Compose is run, as the part of the `docker` command that it is today, or as the program that it was. */
const kinds = [
  {
    command: "docker compose",
    paths: () => programPaths("docker"),
    before: ["compose"],
  },
  {
    command: "docker-compose",
    paths: async () => ["/usr/bin/docker-compose", "/usr/local/bin/docker-compose", "/bin/docker-compose"],
    before: [],
  },
] as const;

export type Compose = {
  command: string;
  version: string;
  /** Whether it may be run as it was found. */
  isStill: () => Promise<boolean>;
  run: (args: readonly string[]) => Promise<HostCommand>;
  /** For what reads files and starts nothing: with no more memory and time than that takes, where the machine can see to it. */
  runBounded: (args: readonly string[]) => Promise<HostCommand>;
};

const [answerMs, maxBytes] = [5_000, 4_096];
const [knownMs, missingMs] = [10 * 60_000, 5_000];
let known: { at: number; compose: Promise<Compose | null> } | null = null;

/** Null where it is on neither this machine nor, seen from a container, its host. Looked for again now and then. */
export async function findCompose(): Promise<Compose | null> {
  if (known !== null) {
    const compose = await known.compose;
    const isRecent = Date.now() - known.at < (compose === null ? missingMs : knownMs);
    if (isRecent && (compose === null || (await compose.isStill()))) return compose;
  }
  known = { at: Date.now(), compose: look() };
  return known.compose;
}

/** Throws stack/no-compose. */
export async function getCompose(): Promise<Compose> {
  const compose = await findCompose();
  if (compose === null) throw new AppError("stack/no-compose");
  return compose;
}

async function look(): Promise<Compose | null> {
  for (const { command, paths, before } of kinds)
    for (const path of await paths()) {
      // Who may write there changes, and with that whether it may be run.
      const isStill = async () => (await paths()).includes(path);
      const asked = await onHost([path], [...before, "version", "--short"]);
      if (asked === null) continue;
      const { code, output } = await runToEnd(asked, { ms: answerMs, maxBytes, env: composeEnvironment() });
      const version = /\d+(?:\.\d+)+/.exec(output)?.[0];
      if (code !== 0 || version === undefined) continue;
      const run = async (args: readonly string[]) => {
        const found = (await isStill()) ? await onHost([path], [...before, ...args]) : null;
        if (found === null) throw new AppError("stack/no-compose");
        return found;
      };
      const bounds = await findBounds();
      const runBounded = async (args: readonly string[]) =>
        (bounds && (await isStill()) && (await onHost([limiter], [...bounds, path, ...before, ...args]))) || run(args);
      return { command, version, isStill, run, runBounded };
    }
  return null;
}

const limiter = "/usr/bin/prlimit";

/** Null where nothing bounds programs. */
async function findBounds(): Promise<readonly string[] | null> {
  const asked = await onHost([limiter], ["--version"]);
  if (asked === null || (await runToEnd(asked, { ms: answerMs, maxBytes })).code !== 0) return null;
  const { memoryBytes, cpuSeconds } = limits.readingCompose;
  return [`--data=${memoryBytes}`, `--cpu=${cpuSeconds}`, "--"];
}
