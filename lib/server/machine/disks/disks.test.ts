import { expect, test } from "vitest";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { parseBlockDevices } from "./block-devices";
import { lsblkExample } from "./lsblk-example";
import { parseProbed } from "./probe-devices";
import { parseSwaps } from "./parse-swaps";
import { join } from "./read-disks";

const devices = parseBlockDevices(lsblkExample);
const of = (id: string) => devices.find((one) => one.id === id);

test("each device is there once, with all that it is made of", () => {
  expect(devices.map(({ id }) => id)).toEqual(
    "sda sda1 md0 sdb sdb1 sdd nvme0n1 nvme0n1p1 nvme0n1p2 nvme0n1p3 dm-0 dm-1 dm-2".split(" "),
  );
  expect(of("md0")).toMatchObject({ type: "raid1", parents: ["sda1", "sdb1"], label: "films" });
  expect(of("dm-2")).toMatchObject({ type: "lvm", parents: ["dm-0"], path: "/dev/mapper/vg0-home" });
  expect(of("sdd")).toMatchObject({ isRemovable: true, label: '-rf "stick"', model: "Ultra", fsType: "exfat" });
  expect(of("sda")).toMatchObject({ isRotating: true, table: "gpt", serial: "WD-WCC7K0000001" });
});

test("older versions write all values as text", () => {
  const old = `{"blockdevices":[{"name":"sda","kname":"sda","path":"/dev/sda","maj:min":"8:0  ","type":"disk","size":"1000","ro":"0","rm":"1","rota":"1","model":"A B  "}]}`;
  expect(parseBlockDevices(old)).toMatchObject([
    { id: "sda", device: "8:0", bytes: 1000, isReadOnly: false, isRemovable: true, isRotating: true, model: "A B" },
  ]);
});

test("a device that is described in part only takes neither the others with it nor what is below it", () => {
  const disk = { kname: "sda", path: "/dev/sda", "maj:min": "8:0", type: "disk", size: 1000 };
  const part = { ...disk, kname: "sda1", path: "/dev/sda1", "maj:min": "8:1", type: "part" };
  const half = { ...disk, kname: "sdb", "maj:min": null, children: [{ ...part, kname: "sdb1" }, null] };
  const whole = { ...disk, children: [part, { ...part, kname: null }] };
  const found = parseBlockDevices(JSON.stringify({ blockdevices: [half, "nothing", whole] }));
  expect(found.map(({ id, parents }) => [id, parents])).toEqual([
    ["sdb1", []],
    ["sda", []],
    ["sda1", ["sda"]],
  ]);
});

test("the number of a vendor is no name for a disk", () => {
  const disk = { name: "vda", kname: "vda", path: "/dev/vda", "maj:min": "253:0", type: "disk", size: 1000, ro: false };
  const modelOf = (vendor: string) =>
    parseBlockDevices(JSON.stringify({ blockdevices: [{ ...disk, rm: false, rota: true, vendor }] }))[0]?.model;
  expect(modelOf("0x1af4")).toBeNull();
  expect(modelOf("QEMU    ")).toBe("QEMU");
});

test("mounts find their devices, by number or by name, and others stand by themselves", () => {
  const mounts = parseMounts(`27 1 253:1 / / rw,relatime - ext4 /dev/mapper/vg0-root rw
28 27 259:1 / /boot/efi rw - vfat /dev/nvme0n1p1 rw
29 27 9:0 /sub /srv/some\\040where ro - ext4 /dev/md0 rw
30 27 9:0 / /srv/films\\012two rw,nosuid - ext4 /dev/md0 rw,errors=remount-ro
31 27 0:45 / /pool rw - btrfs /dev/sdd rw
32 27 0:70 / /mnt/nas rw - nfs4 nas:/export rw,vers=4.2
33 27 0:70 / /mnt/nas-again rw - nfs4 nas:/export rw
34 27 0:80 / /run/user/1000 rw - tmpfs tmpfs rw
35 27 0:81 / /srv/some\\040where rw - tmpfs tmpfs rw
`);
  const swaps = parseSwaps(`Filename\t\t\t\tType\t\tSize\tUsed\tPriority
/dev/nvme0n1p2                          partition\t8388604\t0\t-2
/swap\\040file                          file\t1024\t0\t-3
`);
  expect(swaps).toEqual(["/dev/nvme0n1p2", "/swap file"]);
  const joined = join(devices, mounts, new Set(swaps));
  const placesOf = (id: string) => joined.find((one) => one.id === id)?.mounts.map(({ place }) => place);
  expect(placesOf("dm-1")).toEqual(["/"]);
  // What hides behind another mount is not there.
  expect(placesOf("md0")).toEqual(["/srv/films\ntwo"]);
  expect(placesOf("sdd")).toEqual(["/pool"]);
  expect(joined.find(({ id }) => id === "md0")?.mounts[0]?.options).toEqual(["rw", "nosuid", "errors=remount-ro"]);
  expect(joined.find(({ id }) => id === "nvme0n1p2")?.isSwap).toBe(true);
  expect(joined.filter(({ device }) => device === null)).toMatchObject([
    {
      id: "fs:0:70",
      source: "nas:/export",
      type: "nfs4",
      mounts: [{ place: "/mnt/nas" }, { place: "/mnt/nas-again" }],
    },
  ]);
});

test("what blkid tells is read with its escapes", () => {
  const probed = parseProbed(`DEVNAME=/dev/loop0
LABEL=a\\ \\"b\\\\\\ -rf
UUID=80b9d4fe
TYPE=ext4

DEVNAME=/dev/loop1
PTTYPE=dos
`);
  expect(probed.get("/dev/loop0")?.get("LABEL")).toBe('a "b\\ -rf');
  expect(probed.get("/dev/loop1")?.get("PTTYPE")).toBe("dos");
});
