/** What the picture and the tree of disks tell apart. */
export const deviceKinds = ["disk", "part", "raid", "lvm", "crypt", "loop", "rom", "other", "remote"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Options of mount(8) that may be chosen: none that runs anything, or that gives somebody else's files away. */
export const mountOptions = ["ro", "nosuid", "nodev", "noexec", "noatime", "sync", "discard"] as const;
export type MountOption = (typeof mountOptions)[number];

/** File systems that may be named; otherwise the kernel is left to find out. */
export const mountTypes = [
  "ext4",
  "ext3",
  "ext2",
  "xfs",
  "btrfs",
  "vfat",
  "exfat",
  "ntfs3",
  "ntfs",
  "f2fs",
  "iso9660",
  "udf",
  "squashfs",
] as const;

/** Members of something larger, which are not mounted by themselves. */
export const memberTypes: ReadonlySet<string> = new Set([
  "LVM2_member",
  "linux_raid_member",
  "crypto_LUKS",
  "zfs_member",
  "isw_raid_member",
  "bcache",
  "drbd",
  "swap",
]);

export const selfTests = ["short", "long"] as const;

/** How a process uses what is mounted. */
export const placeUses = ["folder", "top", "program", "file", "memory"] as const;
