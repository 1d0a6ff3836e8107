import { stat } from "node:fs/promises";
import { isFromContainer } from "@/lib/server/process/on-host";
import { isReal, isRemote } from "@/lib/server/machine/file-systems";
import { parseMounts, type MountLine } from "@/lib/server/machine/parse-mounts";
import { createSpaceReader, readRemoteSpace, readSpace, type KnownSpace } from "@/lib/server/machine/read-space";
import { namesIn, textOf } from "@/lib/server/machine/text-file";
import { readBlockDevices, udevFolder, type BlockDevice } from "./block-devices";
import { parseSwaps } from "./parse-swaps";

/** What has a file system: a device, or a server elsewhere. */
export type Volume = {
  id: string;
  /** Null for what is on no device of this machine: NFS, ZFS, and others. */
  device: BlockDevice | null;
  type: string | null;
  source: string;
  mounts: readonly MountLine[];
  isSwap: boolean;
  /** Null where it is not mounted, or nothing is known. */
  known: KnownSpace | null;
};

const spacesEveryMs = 5_000;
/** Without udev nothing tells of a new file system on a known device. */
const devicesEveryMs = 60_000;

/** Where the machine's own files lie, as this process sees them. */
export const machineTop = async () => ((await isFromContainer()) ? "/proc/1/root" : "");
export const machineMounts = async () =>
  parseMounts((await textOf((await isFromContainer()) ? "/proc/1/mountinfo" : "/proc/self/mountinfo")) ?? "");

/**
 * Reads disks, what they are divided into, and what is mounted. lsblk is asked when devices, mounts, swaps, arrays, or what udev knows have changed, after
 * `forget`, and once a minute; how full something is every five seconds. Throws disk/no-lsblk, sys/slow, disk/failed.
 */
export function createDiskReader() {
  const readSpaces = createSpaceReader({
    local: async (place) => readSpace(`${await machineTop()}${place}`),
    remote: async (place) => readRemoteSpace(`${await machineTop()}${place}`),
  });
  let devices: { list: readonly BlockDevice[]; sign: string; atMs: number } | null = null;
  let spaces: { of: ReadonlyMap<string, KnownSpace>; places: string; atMs: number } | null = null;

  async function devicesNow(sign: string): Promise<readonly BlockDevice[]> {
    const nowMs = performance.now();
    if (devices === null || devices.sign !== sign || nowMs > devices.atMs + devicesEveryMs)
      devices = { list: await readBlockDevices(), sign, atMs: nowMs };
    return devices.list;
  }

  async function read(): Promise<Volume[]> {
    const [mounts, swaps] = await Promise.all([machineMounts(), textOf("/proc/swaps")]);
    const sign = JSON.stringify([mounts, swaps, await signOfDevices()]);
    const volumes = join(await devicesNow(sign), mounts, new Set(parseSwaps(swaps ?? "")));
    const asked = volumes.flatMap(({ mounts: [mount], type }) =>
      mount === undefined
        ? []
        : [{ place: mount.place, type: type ?? "", source: "", isReadOnly: false, isRemote: isRemote(mount.type) }],
    );
    const places = JSON.stringify(asked);
    const nowMs = performance.now();
    if (spaces === null || spaces.places !== places || nowMs > spaces.atMs + spacesEveryMs)
      spaces = { of: await readSpaces(asked), places, atMs: nowMs };
    const { of } = spaces;
    return volumes.map((one) => ({ ...one, known: of.get(one.mounts[0]?.place ?? "") ?? null }));
  }

  return { read, forget: () => void (devices = spaces = null) };
}

/** Changes when a device or what is in one comes or goes, when udev has looked at one, and when an array does something else. */
async function signOfDevices(): Promise<string> {
  const [names, sizes, arrays, looked] = await Promise.all([
    namesIn("/sys/class/block"),
    textOf("/proc/partitions"),
    textOf("/proc/mdstat"),
    stat(udevFolder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  ]);
  return JSON.stringify([names, sizes, arrays, looked]);
}

/** Puts devices and mounts together. Of mounts at one place the last one hides the others; all devices of a btrfs have its mounts. */
export function join(
  devices: readonly BlockDevice[],
  mounts: readonly MountLine[],
  swaps: ReadonlySet<string>,
): Omit<Volume, "known">[] {
  const shown = [...new Map(mounts.map((mount) => [mount.place, mount])).values()];
  const byNumber = new Map(devices.map((device) => [device.device, device.id]));
  // Btrfs has numbers of its own.
  const byPath = new Map(devices.flatMap(({ id, path }) => [[path, id] as const, [`/dev/${id}`, id] as const]));
  const of = new Map<string, MountLine[]>();
  const elsewhere = new Map<string, MountLine[]>();
  for (const mount of shown) {
    const id = byNumber.get(mount.device) ?? byPath.get(mount.source);
    if (id !== undefined) for (const one of membersOf(id, mount, devices)) of.set(one, [...(of.get(one) ?? []), mount]);
    else if (isReal(mount)) elsewhere.set(mount.device, [...(elsewhere.get(mount.device) ?? []), mount]);
  }
  const own = devices.map((device) => {
    const there = bestFirst(of.get(device.id) ?? []);
    return {
      id: device.id,
      device,
      type: there[0]?.type ?? device.fsType,
      source: device.path,
      mounts: there,
      isSwap: swaps.has(device.path) || swaps.has(`/dev/${device.id}`),
    };
  });
  const others = [...elsewhere].map(([number, found]) => {
    const there = bestFirst(found);
    const { type = "", source = "" } = there[0] ?? {};
    return { id: `fs:${number}`, device: null, type, source, mounts: there, isSwap: false };
  });
  return [...own, ...others];
}

/** The mount names one of them. */
function membersOf(id: string, { type }: MountLine, devices: readonly BlockDevice[]): readonly string[] {
  const uuid = type === "btrfs" ? devices.find((one) => one.id === id)?.uuid : undefined;
  if (typeof uuid !== "string") return [id];
  const isMember = (one: BlockDevice) => one.id === id || (one.fsType === "btrfs" && one.uuid === uuid);
  return devices.filter(isMember).map((one) => one.id);
}

/** All of the file system rather than a folder of it, then the shortest way. */
function bestFirst(mounts: readonly MountLine[]): MountLine[] {
  const rank = ({ root, place }: MountLine) => (root === "/" ? 0 : 10_000) + place.length;
  return mounts.toSorted((a, b) => rank(a) - rank(b));
}
