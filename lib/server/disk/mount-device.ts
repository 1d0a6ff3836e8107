import { setTimeout } from "node:timers/promises";
import type { diskContract } from "@/lib/contracts/disk";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { machineMounts } from "@/lib/server/machine/disks/read-disks";
import { askProcesses } from "@/lib/server/machine/processes/ask-processes";
import type { MountLine } from "@/lib/server/machine/parse-mounts";
import { assertFree } from "./assert-free";
import { mustRunAtPlace, runAtPlace } from "./at-place";
import { disks, disksChanged } from "./disk-reader";
import { rememberMount } from "./others-mounts";
import { assertOwnFolder } from "./own-place";
import { assertMountable } from "./places";
import { runDiskTool } from "./run-disk-tool";

const copiesMs = 2_000;

export const mountDevice: Service<typeof diskContract.mountDevice> = async (
  { device, place, type, options, creates, covers },
  ctx,
) => {
  const { actor, about } = ctx;
  // Nothing may have told of a file system that was made a moment ago.
  disks.forget();
  const volumes = await disks.read();
  const found = volumes.find(({ id, device: known }) => id === device && known !== null);
  if (found === undefined) throw new AppError("disk/no-device", { name: device });
  about(`${found.source} ${place}`);
  assertMountable(place, actor);
  // Else whoever may mount could look at the machine's own files, by mounting its disk once more.
  const unused = actor.isRoot ? [] : await assertFree(found, volumes);
  await assertOwnFolder(place, creates, ctx);
  const before = await machineMounts();
  if (before.some((mount) => mount.place === place)) throw new AppError("disk/place-taken", { name: place });
  // Theirs is what was looked at, whatever else the kernel would take it for.
  const fsType = type ?? (actor.isRoot ? null : (found.device?.fsType ?? null));
  const wanted = [...new Set([...options, ...(actor.isRoot ? [] : ["nosuid", "nodev", ...calmOptions(fsType)])])];
  const where = { place, of: "folder", creates, mustBeEmpty: !(covers && actor.isRoot), unused } as const;
  const inUse = await onceFree(async () => {
    const numbers = actor.isRoot ? new Set<string>() : await askProcesses("numbersMounted", undefined, ctx.signal);
    // Whether it is mounted anywhere cannot be told.
    if (numbers === null) throw new AppError("sys/slow");
    // A copy that was still there when they were read may be gone when it is mounted, and would be taken for somebody's use of it.
    if (found.device !== null && numbers.has(found.device.device)) throw new AppError("disk/in-use", { name: device });
    await mustRunAtPlace("mount", where, (target) => [
      "--no-canonicalize",
      ...(fsType === null ? [] : ["--types", fsType]),
      ...(wanted.length === 0 ? [] : ["--options", wanted.join(",")]),
      "--source",
      found.source,
      "--target",
      target,
    ]);
    return numbers;
  });
  disksChanged();
  const mount = await assertMountedAt(place, {
    before: new Set(before.map(nameOf)),
    number: found.device?.device ?? "",
    source: found.source,
  });
  if (actor.isRoot) return {};
  // What a device has on it may name a file system of others.
  if (inUse.has(mount.device)) {
    await takeBack(place);
    throw new AppError("disk/in-use", { name: device });
  }
  // Btrfs has numbers of its own. Anything else came from somebody else in the same moment.
  if (mount.device === found.device?.device || mount.type === "btrfs") await rememberMount(mount, ctx);
  return {};
};

/** What a file system asks the kernel for in its superblock may be to panic when it finds an error, and an error is easily made (CVE-2021-3802). */
const asksToPanic = /^(?:ext[234]|nilfs2)$/;
const calmOptions = (fsType: string | null): string[] => (asksToPanic.test(fsType ?? "") ? ["errors=remount-ro"] : []);

/** A sandbox or container that is being started has a copy of all mounts for a moment, even of what the machine has unmounted meanwhile: what is in use is asked about again for two seconds. */
async function onceFree<T>(mount: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + copiesMs; ;) {
    try {
      return await mount();
    } catch (error) {
      if (!isAppError(error) || error.key !== "disk/in-use" || Date.now() > end) throw error;
      await setTimeout(copiesMs / 8);
    }
  }
}

async function takeBack(place: string): Promise<void> {
  await runAtPlace("umount", { place, of: "parent" }, (named) => ["--no-canonicalize", "--lazy", "--", named]);
  disksChanged();
}

/** The number of what was unmounted is given to what is mounted next: it is not enough. */
const nameOf = ({ id, place }: MountLine): string => `${id} ${place}`;

/** Helpers of file systems look for the folder by its name again, and whoever may change those above could have put a link into the way meanwhile: then it is taken back. `before`: when nothing was mounted there. By its source as well: the number of a btrfs is not its device's. */
async function assertMountedAt(
  place: string,
  { before, number, source }: { before: ReadonlySet<string>; number: string; source: string },
): Promise<MountLine> {
  const mounts = await machineMounts();
  const there = mounts.findLast((mount) => mount.place === place);
  if (there !== undefined) return there;
  const isIt = (mount: MountLine) => mount.device === number || mount.source === source;
  for (const stray of mounts.filter((mount) => !before.has(nameOf(mount)) && isIt(mount)))
    await runDiskTool("umount", ["--no-canonicalize", "--lazy", "--", stray.place]);
  disksChanged();
  throw new AppError("disk/place-link", { name: place });
}
