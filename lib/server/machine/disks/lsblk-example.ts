type Device = Record<string, unknown> & { children?: readonly Device[] };

const device = (kname: string, type: string, size: number, more: Device = {}): Device => ({
  name: kname,
  kname,
  path: `/dev/${kname}`,
  "maj:min": more["maj:min"] ?? "0:0",
  type,
  size,
  ro: false,
  rm: false,
  hotplug: false,
  model: null,
  vendor: null,
  serial: null,
  tran: null,
  rota: false,
  fstype: null,
  label: null,
  uuid: null,
  partlabel: null,
  partuuid: null,
  parttype: null,
  pttype: null,
  ...more,
});

const gib = 1024 ** 3;
const volumes = [
  device("dm-1", "lvm", 120 * gib, {
    path: "/dev/mapper/vg0-root",
    "maj:min": "253:1",
    fstype: "ext4",
    label: "root",
    uuid: "9f1c",
  }),
  device("dm-2", "lvm", 700 * gib, { path: "/dev/mapper/vg0-home", "maj:min": "253:2", fstype: "xfs", uuid: "77aa" }),
];
const array = device("md0", "raid1", 3725 * gib, { "maj:min": "9:0", fstype: "ext4", label: "films", uuid: "aa01" });
const member = (name: string, number: string) =>
  device(name, "part", 3725 * gib, {
    "maj:min": number,
    fstype: "linux_raid_member",
    label: "nas:0",
    partlabel: "raid",
    children: [array],
  });

/** As lsblk tells of a server: an NVMe disk with LVM in an encrypted partition, two hard disks with an array, an empty card reader, a stick. */
export const lsblkExample = JSON.stringify({
  blockdevices: [
    device("sda", "disk", 3726 * gib, {
      "maj:min": "8:0",
      model: "WDC WD40EFRX-68N",
      vendor: "ATA     ",
      serial: "WD-WCC7K0000001",
      tran: "sata",
      rota: true,
      pttype: "gpt",
      children: [member("sda1", "8:1")],
    }),
    device("sdb", "disk", 3726 * gib, {
      "maj:min": "8:16",
      model: "WDC WD40EFRX-68N",
      serial: "WD-WCC7K0000002",
      tran: "sata",
      rota: true,
      pttype: "gpt",
      children: [member("sdb1", "8:17")],
    }),
    device("sdc", "disk", 0, { "maj:min": "8:32", model: "Card Reader", tran: "usb", rm: true, hotplug: true }),
    device("sdd", "disk", 57.8 * gib, {
      "maj:min": "8:48",
      vendor: "SanDisk ",
      model: "Ultra",
      tran: "usb",
      rm: true,
      hotplug: true,
      fstype: "exfat",
      label: '-rf "stick"',
      uuid: "1A2B-3C4D",
    }),
    device("nvme0n1", "disk", 931.5 * gib, {
      "maj:min": "259:0",
      model: "Samsung SSD 980 PRO 1TB",
      serial: "S5GXNX0T000000",
      tran: "nvme",
      pttype: "gpt",
      children: [
        device("nvme0n1p1", "part", 0.5 * gib, {
          "maj:min": "259:1",
          fstype: "vfat",
          label: "EFI",
          uuid: "AAAA-BBBB",
          partlabel: "EFI System Partition",
        }),
        device("nvme0n1p2", "part", 8 * gib, { "maj:min": "259:2", fstype: "swap", uuid: "5a5a" }),
        device("nvme0n1p3", "part", 900 * gib, {
          "maj:min": "259:3",
          fstype: "crypto_LUKS",
          uuid: "c0c0",
          children: [
            device("dm-0", "crypt", 900 * gib, {
              path: "/dev/mapper/cryptroot",
              "maj:min": "253:0",
              fstype: "LVM2_member",
              children: volumes,
            }),
          ],
        }),
      ],
    }),
    device("loop0", "loop", 0),
    device("zram0", "disk", 0),
  ],
});
