import { theSpawner } from "./spawner/spawner";
import type { Child } from "./spawner/child";

export type { Child } from "./spawner/child";

/** All that a child learns of our environment, which holds passwords (FILEDECK_ADMIN_PASSWORD) and whatever else was set. */
const passedOn = ["PATH", "TZ", "TMPDIR"] as const;

type Stdio = "ignore" | "pipe";
type Options = {
  /** Input, output, errors; `ignore` for all where nothing is said. A number is the writing end of a pipe that is open here. */
  stdio?: readonly [Stdio, Stdio | number, Stdio | number];
  /** Ends the child when it fires. */
  signal?: AbortSignal;
  /** Where a program needs something of its own. */
  env?: Readonly<Record<string, string>>;
  /** From 0, as this process, to 19. */
  niceness?: number;
};

type Piped<Name extends "stdin" | "stdout" | "stderr"> = Child & { [name in Name]: NonNullable<Child[name]> };

const ending = new WeakMap<Child, () => void>();

/**
 * The one way to start a program (.oxlintrc.json): by an argument array, with a clean environment, nothing open that we opened but
 * what `stdio` names, in a process group of its own, which ends with the child, with the signal, and with us.
 *
 * It begins where this process was started, and nowhere else: a process that starts programs waits for each until it has become its program, and one that is to go
 * to a folder first whose file system does not answer never does. What a program is to work on it is told by its arguments, or goes there itself.
 */
export function spawnChild(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ["ignore", "pipe", "ignore"] },
): Piped<"stdout">;
export function spawnChild(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ["ignore", "pipe", "pipe"] },
): Piped<"stdout" | "stderr">;
export function spawnChild(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ["pipe", "pipe", "pipe"] },
): Piped<"stdin" | "stdout" | "stderr">;
export function spawnChild(program: string, args: readonly string[], options?: Options): Child;
export function spawnChild(
  program: string,
  args: readonly string[],
  { stdio = ["ignore", "ignore", "ignore"], signal, env = {}, niceness }: Options = {},
): Child {
  const clean = cleanEnvironment();
  const spawner = theSpawner(clean);
  const request = { program, args, env: { ...clean, ...env }, stdio, niceness: niceness ?? null };
  const { id, child } = spawner.start(request);
  const end = () => spawner.end(id);
  ending.set(child, end);
  signal?.addEventListener("abort", end, { once: true });
  const over = () => signal?.removeEventListener("abort", end);
  child.once("exit", over);
  child.once("error", over);
  if (signal?.aborted === true) end();
  return child;
}

/** With the start of the server, when nothing is open yet that could keep it. */
export function readySpawner(): void {
  theSpawner(cleanEnvironment());
}

/** Ends a child and all that it started. */
export function endGroup(child: Child): void {
  ending.get(child)?.();
}

/** `also`: names of variables that a certain program needs, such as where Docker is. */
export function passedOnEnvironment(also: readonly string[] = []): Record<string, string> {
  const own = process.env; // oxlint-disable-line no-restricted-properties -- not configuration: what children get of it
  const known = [...passedOn, ...also].flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return Object.fromEntries(known);
}

function cleanEnvironment(): Record<string, string> {
  return { ...passedOnEnvironment(), NODE_ENV: "production", LANG: "C.UTF-8" };
}
