import type { diskContract } from "@/lib/contracts/disk";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { machineMounts } from "@/lib/server/machine/disks/read-disks";
import type { MountLine } from "@/lib/server/machine/parse-mounts";
import { mustRunAtPlace } from "./at-place";
import { disks, disksChanged } from "./disk-reader";
import { assertMountable } from "./places";
import { runDiskTool } from "./run-disk-tool";

export const mountDevice: Service<typeof diskContract.mountDevice> = async (
  { device, place, type, options, creates, covers },
  { actor, about },
) => {
  // Nothing may have told of a file system that was made a moment ago.
  disks.forget();
  const found = (await disks.read()).find(({ id, device: known }) => id === device && known !== null);
  if (found === undefined) throw new AppError("disk/no-device", { name: device });
  about(`${found.source} ${place}`);
  assertMountable(place, actor);
  // Else whoever may mount could look at the machine's own files, by mounting its disk once more.
  if (!actor.isRoot && (found.mounts.length > 0 || found.isSwap)) throw new AppError("disk/in-use", { name: device });
  const before = await machineMounts();
  if (before.some((mount) => mount.place === place)) throw new AppError("disk/place-taken", { name: place });
  const wanted = new Set([...options, ...(actor.isRoot ? [] : ["nosuid", "nodev"])]);
  const where = { place, of: "folder", creates, mustBeEmpty: !(covers && actor.isRoot) } as const;
  await mustRunAtPlace("mount", where, (target) => [
    "--no-canonicalize",
    ...(type === undefined ? [] : ["--types", type]),
    ...(wanted.size === 0 ? [] : ["--options", [...wanted].join(",")]),
    "--source",
    found.source,
    "--target",
    target,
  ]);
  disksChanged();
  await assertMountedAt(place, { before: new Set(before.map(nameOf)), number: found.device?.device ?? "" });
  return {};
};

/** The number of what was unmounted is given to what is mounted next: it is not enough. */
const nameOf = ({ id, place }: MountLine): string => `${id} ${place}`;

/** Helpers of file systems look for the folder by its name again, and whoever may change those above could have put a link into the way meanwhile: then it is taken back. `before`: when nothing was mounted there. */
async function assertMountedAt(
  place: string,
  { before, number }: { before: ReadonlySet<string>; number: string },
): Promise<void> {
  const mounts = await machineMounts();
  if (mounts.some((mount) => mount.place === place)) return;
  for (const stray of mounts.filter((mount) => !before.has(nameOf(mount)) && mount.device === number))
    await runDiskTool("umount", ["--no-canonicalize", "--", stray.place]);
  disksChanged();
  throw new AppError("disk/place-link", { name: place });
}
