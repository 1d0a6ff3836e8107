import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { patient } from "@/lib/server/base/patient";
import { onHost } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { isThere, namesIn, numberOf, textOf } from "@/lib/server/machine/text-file";
import { probeDevices } from "./probe-devices";

export type BlockDevice = {
  /** The kernel's name, such as `sda1`. */
  id: string;
  /** What it is a part of, or made of. */
  parents: readonly string[];
  /** The device file, by the name that people know. */
  path: string;
  /** `major:minor`. */
  device: string;
  /** As lsblk has it: disk, part, lvm, crypt, raid1, loop, rom, and others. */
  type: string;
  bytes: number;
  /** From the beginning of its disk. */
  startBytes: number | null;
  /** Of a partition. */
  number: number | null;
  model: string | null;
  serial: string | null;
  transport: string | null;
  isRotating: boolean;
  isRemovable: boolean;
  isReadOnly: boolean;
  fsType: string | null;
  label: string | null;
  uuid: string | null;
  partLabel: string | null;
  partUuid: string | null;
  partType: string | null;
  /** Of partitions on it: gpt, dos. */
  table: string | null;
  /** The file that a loop device shows. */
  backing: string | null;
  raid: { isDegraded: boolean; action: string; /** From 0 to 1, of what it does now. */ done: number | null } | null;
};

/** All of them are in lsblk since 2.33, of 2018; what came later is read from /sys. */
const columns =
  "NAME,KNAME,PATH,MAJ:MIN,TYPE,SIZE,RO,RM,HOTPLUG,MODEL,VENDOR,SERIAL,TRAN,ROTA,FSTYPE,LABEL,UUID,PARTLABEL,PARTUUID,PARTTYPE,PTTYPE";
/** What udev knows of each device; where it runs. */
export const udevFolder = "/run/udev/data";
const timeoutMs = patient(5_000);
const sectorBytes = 512;
const most = 2_000;

const text = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null || value.trim() === "" ? null : value.trim()));
/** Older ones write all values as text. */
const yes = z
  .union([z.boolean(), z.string(), z.number()])
  .nullish()
  .transform((value) => value === true || value === "1" || value === 1);
const size = z.coerce.number().catch(0);
const listed = z.object({
  kname: z.string(),
  path: text,
  "maj:min": z.string().transform((value) => value.trim()),
  type: z.string(),
  size,
  ro: yes,
  rm: yes,
  hotplug: yes,
  model: text,
  vendor: text,
  serial: text,
  tran: text,
  rota: yes,
  fstype: text,
  label: text,
  uuid: text,
  partlabel: text,
  partuuid: text,
  parttype: text,
  pttype: text,
});
type Listed = z.output<typeof listed> & { children: readonly Listed[] };
const children = z.object({ children: z.array(z.unknown()) });
const answer = z.object({ blockdevices: z.array(z.unknown()) });

/** What lsblk and /sys tell. Throws disk/no-lsblk, sys/slow, disk/failed. */
export async function readBlockDevices(): Promise<BlockDevice[]> {
  const command = await onHost(await programPaths("lsblk"), ["--json", "--bytes", "--output", columns]);
  if (command === null) throw new AppError("disk/no-lsblk");
  const { code, output, said, isLate } = await runToEnd(command, { ms: timeoutMs });
  if (isLate) throw new AppError("sys/slow");
  // Where there is nothing to list, that is a failure to it.
  if (code !== 0 && output.trim() === "") {
    if (said.trim() === "") return [];
    throw new AppError("disk/failed", { text: said.trim().split("\n")[0]?.slice(0, 300) ?? "" });
  }
  const found = await Promise.all(parseBlockDevices(output).slice(0, most).map(withSys));
  return (await isThere(udevFolder)) ? found : withProbed(found);
}

/** lsblk takes udev's word for what is on a device. Where udev does not run, such as in a container, nothing is said. */
async function withProbed(devices: readonly BlockDevice[]): Promise<BlockDevice[]> {
  const asked = devices.filter(
    ({ type, bytes, fsType, table }) => type !== "rom" && bytes > 0 && fsType === null && table === null,
  );
  const probed = await probeDevices(asked.map(({ path }) => path));
  return devices.map((device) => {
    const told = (name: string) => probed.get(device.path)?.get(name) ?? null;
    return {
      ...device,
      fsType: device.fsType ?? told("TYPE"),
      label: device.label ?? told("LABEL"),
      uuid: device.uuid ?? told("UUID"),
      partLabel: device.partLabel ?? told("PART_ENTRY_NAME"),
      partUuid: device.partUuid ?? told("PART_ENTRY_UUID"),
      table: device.table ?? told("PTTYPE"),
    };
  });
}

/** Each device by itself: one that lsblk describes in part only takes neither the others with it nor those below it. */
function readNodes(nodes: readonly unknown[]): Listed[] {
  return nodes.flatMap((one) => {
    const below = readNodes(children.safeParse(one).data?.children ?? []);
    const { success, data } = listed.safeParse(one);
    return success ? [{ ...data, children: below }] : below;
  });
}

/** The tree of `lsblk --json`, in which a device stands below each of those that it is made of. */
export function parseBlockDevices(json: string): BlockDevice[] {
  const found = new Map<string, BlockDevice>();
  const walk = (one: Listed, parent: string | null) => {
    const known = found.get(one.kname);
    const parents = [...new Set([...(known?.parents ?? []), ...(parent === null ? [] : [parent])])];
    found.set(one.kname, { ...toDevice(one), parents });
    for (const child of one.children) walk(child, one.kname);
  };
  for (const one of readNodes(answer.parse(JSON.parse(json)).blockdevices)) if (isSomething(one)) walk(one, null);
  return [...found.values()];
}

/** Loop devices, compressed memory, and card readers with nothing in them. */
const isSomething = ({ size, children }: Listed) => size > 0 || children.length > 0;

/** Virtual disks have the number of a PCI vendor there. */
const nameOfVendor = (vendor: string | null) => (vendor !== null && /^0x[\da-f]+$/i.test(vendor) ? null : vendor);

function toDevice(one: Listed): BlockDevice {
  return {
    id: one.kname,
    parents: [],
    path: one.path ?? `/dev/${one.kname}`,
    device: one["maj:min"],
    type: one.type,
    bytes: one.size,
    startBytes: null,
    number: null,
    model: one.model ?? nameOfVendor(one.vendor),
    serial: one.serial,
    transport: one.tran,
    isRotating: one.rota,
    isRemovable: one.rm || one.hotplug,
    isReadOnly: one.ro,
    fsType: one.fstype,
    label: one.label,
    uuid: one.uuid,
    partLabel: one.partlabel,
    partUuid: one.partuuid,
    partType: one.parttype,
    table: one.pttype,
    backing: null,
    raid: null,
  };
}

async function withSys(device: BlockDevice): Promise<BlockDevice> {
  const folder = `/sys/class/block/${device.id.replaceAll("/", "!")}`;
  if (device.type === "part") {
    const [start, number] = await Promise.all([numberOf(`${folder}/start`), numberOf(`${folder}/partition`)]);
    return { ...device, number, startBytes: start === null ? null : start * sectorBytes };
  }
  if (device.type === "loop") return { ...device, backing: await textOf(`${folder}/loop/backing_file`) };
  if (!device.type.startsWith("raid") || !(await namesIn(`${folder}/md`)).includes("array_state")) return device;
  const [degraded, action, done] = await Promise.all([
    numberOf(`${folder}/md/degraded`),
    textOf(`${folder}/md/sync_action`),
    textOf(`${folder}/md/sync_completed`),
  ]);
  return { ...device, raid: { isDegraded: (degraded ?? 0) > 0, action: action ?? "", done: shareOf(done) } };
}

/** `123456 / 976630464`, or `none`. */
function shareOf(done: string | null): number | null {
  const [at, of] = (done ?? "").split("/").map(Number);
  return at === undefined || of === undefined || !(of > 0) || Number.isNaN(at) ? null : at / of;
}
