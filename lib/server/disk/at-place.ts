import { AppError } from "@/lib/shared/errors";
import { isFromContainer, onHost } from "@/lib/server/process/on-host";
import type { PlacePlan } from "@/lib/server/process/place/place-launcher";
import { launchAtPlace } from "@/lib/server/process/place/launch-at-place";
import { placeFailure, placeFailures, placeSlot } from "@/lib/server/process/place/place-plan";
import { runToEnd, type Outcome } from "@/lib/server/process/run-to-end";
import { diskToolMs, pathsOf, wordsOf, type DiskTool } from "./run-disk-tool";

type AtPlace = Pick<PlacePlan, "place" | "of"> & Partial<Pick<PlacePlan, "creates" | "mustBeEmpty" | "unused">>;

/**
 * Runs a tool on a folder that is opened first, without following a link on the way, and handed over as a descriptor: whoever may change the folders above cannot put a link
 * into the way meanwhile. `args` gets what stands for the place. After 20 seconds it is ended. Throws disk/no-tool, disk/place-link, disk/not-folder, disk/not-empty; disk/in-use where
 * the kernel uses one of the devices that are to be `unused`, the first of which has the name to tell.
 */
export async function runAtPlace(
  name: DiskTool,
  { place, of, creates = false, mustBeEmpty = false, unused = [] }: AtPlace,
  args: (place: string) => readonly string[],
): Promise<Outcome> {
  const command = await onHost(await pathsOf(name), args(placeSlot));
  if (command === null) throw new AppError("disk/no-tool", { name });
  const plan: PlacePlan = {
    root: (await isFromContainer()) ? "/proc/1/root" : "/",
    place,
    of,
    creates,
    mustBeEmpty,
    unused,
    ...command,
  };
  const outcome = await runToEnd(launchAtPlace(plan), { ms: diskToolMs });
  const failure = outcome.code === placeFailure ? placeFailures.find((key) => key === outcome.said) : undefined;
  if (failure !== undefined)
    throw new AppError(failure, { name: failure === "disk/in-use" ? (unused[0] ?? place) : place });
  return outcome;
}

/** As `runAtPlace`. Throws disk/failed with what the program says, sys/slow. */
export async function mustRunAtPlace(...[name, at, args]: Parameters<typeof runAtPlace>): Promise<void> {
  const { code, said, isLate } = await runAtPlace(name, at, args);
  if (isLate) throw new AppError("sys/slow");
  if (code !== 0) throw new AppError("disk/failed", { text: wordsOf(said, name) });
}
