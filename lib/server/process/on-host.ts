import { findHostNeeds, hostSpaces } from "./host-access";
import { findProgram } from "./find-program";

export type HostCommand = { program: string; args: readonly string[] };

let known: { isOutside: boolean } | null = null;

/**
 * How to run a program of the machine that this one is on: as it is, or from a container by entering the host, where the container was given what that
 * takes (`host-access.ts`). `paths`: where it may be. Null where it is not there.
 */
export async function onHost(paths: readonly string[], args: readonly string[]): Promise<HostCommand | null> {
  const [first] = paths;
  if ((await isFromContainer()) && first !== undefined)
    return { program: hostSpaces.program, args: [...hostSpaces.args, "--", first, ...args] };
  const program = await findProgram(paths);
  return program === null ? null : { program, args };
}

/** Whether this is a container that may enter its host: then what is said of the machine is said of the host. */
export async function isFromContainer(): Promise<boolean> {
  known ??= { isOutside: (await findHostNeeds())?.length === 0 };
  return known.isOutside;
}
