import { AppError } from "@/lib/shared/errors";
import type { BlockDevice } from "@/lib/server/machine/disks/block-devices";
import type { Volume } from "@/lib/server/machine/disks/read-disks";
import { isThere } from "@/lib/server/machine/text-file";

/** Btrfs has a folder for each of its file systems that is in use, wherever. */
const btrfsFolder = "/sys/fs/btrfs";

/**
 * Throws disk/no-file-system where none is known, and disk/in-use where the file system of a device is known to be in use, by this device or another one: it may have several, and a copy of it passes for it. Gives the device files
 * of all, its own first, of which the kernel has to say so as well: it alone knows what other sets of mounts have, and what was unmounted while in use.
 */
export async function assertFree(found: Volume, volumes: readonly Volume[]): Promise<string[]> {
  // Who can't tell what is on it can't tell whose that is.
  if ((found.device?.fsType ?? null) === null) throw new AppError("disk/no-file-system", { name: found.id });
  const uuid = found.device?.uuid ?? null;
  const above = ancestorsOf(found, volumes);
  const others = volumes.filter(
    ({ id, device }) => id !== found.id && !above.has(id) && uuid !== null && device?.uuid === uuid,
  );
  const all = [found, ...others];
  const isKnown = uuid !== null && (await isThere(`${btrfsFolder}/${encodeURIComponent(uuid)}`));
  if (isKnown || all.some(({ mounts, isSwap }) => mounts.length > 0 || isSwap))
    throw new AppError("disk/in-use", { name: found.id });
  return all.map(({ source }) => source);
}

/** What it is a part or made of may show the same file system, and is in use by that. */
function ancestorsOf({ device }: Volume, volumes: readonly Volume[]): ReadonlySet<BlockDevice["id"]> {
  const found = new Set<string>();
  const walk = (parents: readonly string[]) => {
    for (const id of parents) {
      if (found.has(id)) continue;
      found.add(id);
      walk(volumes.find((one) => one.id === id)?.device?.parents ?? []);
    }
  };
  walk(device?.parents ?? []);
  return found;
}
