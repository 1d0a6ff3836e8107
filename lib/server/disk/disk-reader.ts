import type { DiskRow } from "@/lib/contracts/disk";
import type { DeviceKind } from "@/lib/shared/disks";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { createDiskReader, type Volume } from "@/lib/server/machine/disks/read-disks";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import { isNeeded } from "./places";

const everyMs = 1_500;
const lateMs = patient(4_000);
const mostMounts = 20;

export const disks = createDiskReader();

let places: readonly string[] = [];
/** Where something with files of people's is mounted, by the last reading. */
export const knownPlaces = () => places;

const live = createLiveRows<DiskRow>({
  everyMs,
  late: { ms: lateMs, error: "sys/slow" },
  most: limits.disks,
  async read() {
    const volumes = await disks.read();
    places = volumes.flatMap(({ mounts }) => mounts.map(({ place }) => place));
    return volumes.map(rowOf);
  },
});
export const { follow } = live;

/** Something was mounted or unmounted: whoever looks sees it at once. */
export function disksChanged(): void {
  disks.forget();
  live.soon();
}

function rowOf({ id, device, type, source, mounts, isSwap, known }: Volume): DiskRow {
  return {
    id,
    parents: [...(device?.parents ?? [])],
    kind: device === null ? "remote" : kindOf(device.type),
    type: device?.type ?? "",
    path: source,
    size: device?.bytes ?? null,
    start: device?.startBytes ?? null,
    number: device?.number ?? null,
    model: device?.model ?? null,
    serial: device?.serial ?? null,
    transport: device?.transport ?? null,
    is_rotating: device?.isRotating ?? false,
    is_removable: device?.isRemovable ?? false,
    is_read_only: device?.isReadOnly ?? false,
    fs_type: type,
    label: device?.label ?? null,
    uuid: device?.uuid ?? null,
    part_label: device?.partLabel ?? null,
    part_uuid: device?.partUuid ?? null,
    table: device?.table ?? null,
    mounts: mounts.slice(0, mostMounts).map(({ place, root, isReadOnly, options }) => ({
      place,
      root,
      is_read_only: isReadOnly,
      options: [...options],
      is_needed: isNeeded(place),
    })),
    is_swap: isSwap,
    space: spaceOf(known),
    is_answering: known === null || known.isAnswering,
    folder: null,
    backing: device?.backing ?? null,
    raid:
      device === null || device.raid === null
        ? null
        : { is_degraded: device.raid.isDegraded, action: device.raid.action, done: device.raid.done },
  };
}

function spaceOf(known: Volume["known"]): DiskRow["space"] {
  if (known === null || known.space === null || known.space.totalBytes === 0) return null;
  const { totalBytes, freeBytes, availableBytes } = known.space;
  return { total: totalBytes, free: freeBytes, available: availableBytes };
}

function kindOf(type: string): DeviceKind {
  if (type === "disk" || type === "part" || type === "lvm" || type === "crypt" || type === "loop" || type === "rom")
    return type;
  return type.startsWith("raid") || type === "md" || type === "dm" || type === "mpath" ? "raid" : "other";
}
