import { isWithin } from "@/lib/shared/paths";
import { rightsFor } from "@/lib/server/process/landlock/landlock-rights";
import { systemRules } from "@/lib/server/process/landlock/system-rules";
import type { LandlockRule } from "@/lib/server/process/landlock/landlock-launcher";
import type { PinnedMount } from "@/lib/server/process/jail/jail-plan";
import { readableOfEtc } from "./confine";

/** What nobody gets as a part of their folders: other people's terminals and processes, and the machine itself. */
const systemPlaces = ["/proc", "/dev", "/sys"];

/**
 * The mounts as rules of Landlock; null when it cannot say them. Rules only ever add: inside of a folder there is nothing that is denied, or less
 * than the folder, or that could not be moved away. `homes` is where the temporary home folders of all terminals lie.
 */
export function landlockRules({ mounts: all, home, homes, abi }: Options): LandlockRule[] | null {
  // The account of a terminal cannot enter a trash. It could move one, which lets nobody else in and is undone at the next look.
  const mounts = all.filter(({ isOwn }) => isOwn !== true);
  if (mounts.some((mount, index) => !canBeSaid(mount, mounts.slice(0, index), homes))) return null;
  const reading = rightsFor("read", abi);
  return [
    ...systemRules(readableOfEtc, abi),
    ...mounts.map(({ place, access, id }) => real(place, id, access === "write" ? rightsFor("write", abi) : reading)),
    real(home.place, home.id, rightsFor("write", abi)),
  ];
}

type Options = { mounts: readonly PinnedMount[]; home: { place: string; id: string }; homes: string; abi: number };

function canBeSaid(
  { place, access }: Pick<PinnedMount, "place" | "access">,
  above: readonly PinnedMount[],
  homes: string,
): boolean {
  if (access === "none") return false;
  if (isWithin(homes, place)) return false;
  if (systemPlaces.some((system) => isWithin(system, place) || isWithin(place, system))) return false;
  return !above.some((outer) => outer.access === "write" && isWithin(place, outer.place));
}

const real = (place: string, id: string, rights: number): LandlockRule => ({ place, rights, isOptional: false, id });
