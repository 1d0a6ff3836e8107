import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";

/** All that a child learns of our environment, which holds passwords (FILEDECK_ADMIN_PASSWORD) and whatever else was set. */
const passedOn = ["PATH", "TZ", "TMPDIR"] as const;

type Options = Pick<SpawnOptions, "cwd" | "stdio"> & {
  /** Ends the child when it fires. */
  signal?: AbortSignal;
  /** Where a program needs something of its own. */
  env?: Readonly<Record<string, string>>;
};

/**
 * The one way to start a program (.oxlintrc.json): by an argument array, with a clean environment, nothing open that we opened but
 * what `stdio` names, in a process group of its own, which ends with the child, with the signal, and with us.
 */
export function spawnChild(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ["ignore", "pipe", "ignore"] },
): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> };
export function spawnChild(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ["ignore", "pipe", "pipe"] },
): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]>; stderr: NonNullable<ChildProcess["stderr"]> };
export function spawnChild(program: string, args: readonly string[], options?: Options): ChildProcess;
export function spawnChild(
  program: string,
  args: readonly string[],
  { cwd, stdio = "ignore", signal, env = {} }: Options = {},
): ChildProcess {
  const child = spawn(program, args, { cwd, stdio, env: { ...cleanEnvironment(), ...env }, detached: true });
  const groups = runningGroups;
  const end = () => endGroup(child);
  groups.add(child);
  signal?.addEventListener("abort", end, { once: true });
  const over = () => {
    // What it started itself and left behind.
    end();
    groups.delete(child);
    signal?.removeEventListener("abort", end);
  };
  child.once("exit", over);
  child.once("error", over);
  if (signal?.aborted === true) end();
  return child;
}

/** Ends a child and all that it started. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody of it is there any more.
  }
}

/** `also`: names of variables that a certain program needs, such as where Docker is. */
export function passedOnEnvironment(also: readonly string[] = []): Record<string, string> {
  const own = process.env; // oxlint-disable-line no-restricted-properties -- not configuration: what children get of it
  const known = [...passedOn, ...also].flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return Object.fromEntries(known);
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return { ...passedOnEnvironment(), NODE_ENV: "production", LANG: "C.UTF-8" };
}

/** Ended with this process, however it exits; a kill takes them by their broken pipes. */
const runningGroups = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of runningGroups) endGroup(child);
});
