import { z } from "zod";
import { deviceKinds, mountOptions, mountTypes, placeUses, selfTests } from "@/lib/shared/disks";
import { hostNeeds } from "@/lib/shared/terminals";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, flag, hostPath } from "./fields";
import { liveRows } from "./live-rows";

/** The kernel's name, such as `sda1`, `dm-0`, `nvme0n1p2`. */
const device = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/, { message: "must be a device’s name" });
const place = hostPath.refine((path) => !path.includes("\0"), { message: "must be a path" });

const mount = z.object({
  place: z.string(),
  /** What of the file system, from its own top. */
  root: z.string(),
  is_read_only: z.boolean(),
  options: z.array(z.string()),
  /** The machine or Filedeck itself needs it: it stays. */
  is_needed: z.boolean(),
});

const diskRow = z.object({
  /** The kernel's name; `fs:…` for what is on no device of this machine. */
  id: z.string(),
  /** What it is a part of, or made of. */
  parents: z.array(z.string()),
  kind: z.enum(deviceKinds),
  /** As lsblk has it, such as raid1. */
  type: z.string(),
  /** The device file, or the server's folder. */
  path: z.string(),
  size: z.number().nullable(),
  /** Bytes from the beginning of the disk. */
  start: z.number().nullable(),
  number: z.number().nullable(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  transport: z.string().nullable(),
  is_rotating: z.boolean(),
  is_removable: z.boolean(),
  is_read_only: z.boolean(),
  fs_type: z.string().nullable(),
  label: z.string().nullable(),
  uuid: z.string().nullable(),
  part_label: z.string().nullable(),
  part_uuid: z.string().nullable(),
  /** Of the partitions on it. */
  table: z.string().nullable(),
  /** Up to 20; the first is the one that the figures are of. */
  mounts: z.array(mount),
  is_swap: z.boolean(),
  space: z.object({ total: z.number(), free: z.number(), available: z.number() }).nullable(),
  is_answering: z.boolean(),
  /** A folder of the caller's that is on it. */
  folder: z.string().nullable(),
  /** The file that a loop device shows; null for others than administrators. */
  backing: z.string().nullable(),
  raid: z.object({ is_degraded: z.boolean(), action: z.string(), done: z.number().nullable() }).nullable(),
});
export type DiskRow = z.output<typeof diskRow>;

const smartTest = z.object({
  /** As the disk says it. */
  kind: z.string(),
  status: z.string(),
  is_passed: z.boolean().nullable(),
  /** Hours that the disk had run. */
  hours: z.number().nullable(),
});
const smart = z.object({
  /** `standby`: it sleeps and was not woken; `none`: it has nothing of the kind, or does not say. */
  state: z.enum(["told", "standby", "none"]),
  /** What smartctl said where the disk told nothing. */
  said: z.string(),
  /** Its own judgement. */
  is_healthy: z.boolean().nullable(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  firmware: z.string().nullable(),
  celsius: z.number().nullable(),
  hours: z.number().nullable(),
  cycles: z.number().nullable(),
  reallocated: z.number().nullable(),
  pending: z.number().nullable(),
  uncorrectable: z.number().nullable(),
  /** Of what it can take, from 0 to 1 and above. */
  wear: z.number().nullable(),
  /** 0 to 1: what is kept for worn-out cells. */
  spare: z.number().nullable(),
  written_bytes: z.number().nullable(),
  attributes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      value: z.number(),
      worst: z.number(),
      threshold: z.number(),
      raw: z.string(),
      is_failing: z.boolean(),
    }),
  ),
  /** 0 to 1 of the test that runs now; null: none does. */
  test_done: z.number().nullable(),
  can_test: z.boolean(),
  tests: z.array(smartTest),
  /** In ms since 1970. */
  at: z.number(),
});
export type Smart = z.output<typeof smart>;

/** The name of a process's container, or the beginning of its id; null for none. */
const container = z.string().nullable();

const fstabText = z
  .string()
  .max(256 * 1024)
  .refine((text) => !text.includes("\0"), { message: "must be text" });

export const diskContract = {
  getTools: endpoint({
    method: "GET",
    path: "disk/tools",
    access: "sys_view",
    summary: "What of the machine’s own programs for disks is there.",
    input: empty,
    output: z.object({
      has_smartctl: z.boolean(),
      /** Why a container cannot change its host's mounts; empty: it can, or there is no host but this machine. */
      needs: z.array(z.enum(hostNeeds)),
    }),
  }),
  mountDevice: endpoint({
    method: "POST",
    path: "disk/mount",
    access: "sys_disk_mount",
    summary:
      "Mount a device. Not over what the machine or Filedeck needs; for others than administrators at folders of their own in /mnt, /media, /run/media, and /srv only, what nothing uses, and always with nosuid and nodev.",
    input: z.object({
      device,
      place,
      type: z.enum(mountTypes).optional(),
      options: z.array(z.enum(mountOptions)).max(mountOptions.length),
      /** Make the folder if there is none. */
      creates: z.boolean().default(false),
      /** Over a folder that is not empty, whose files are hidden then. For administrators. */
      covers: z.boolean().default(false),
    }),
    output: empty,
  }),
  unmount: endpoint({
    method: "POST",
    path: "disk/unmount",
    access: "sys_disk_mount",
    summary:
      "Unmount what is mounted at a place. `lazy`: now from the tree of folders, and for good when nobody uses it any more; for administrators. Others unmount what somebody like them has mounted here, or fstab leaves to users.",
    input: z.object({ place, lazy: z.boolean().default(false) }),
    output: empty,
  }),
  remount: endpoint({
    method: "POST",
    path: "disk/remount",
    access: "sys_disk_mount",
    summary:
      "Make what is mounted at a place read-only, or writable again; for others than administrators as for unmounting.",
    input: z.object({ place, read_only: z.boolean() }),
    output: empty,
  }),
  listUsers: endpoint({
    method: "GET",
    path: "disk/users",
    access: "sys_disk_mount",
    summary:
      "What uses a place where something is mounted: processes, other mounts, images; and what goes with it. Paths for administrators only.",
    input: z.object({ place }),
    output: z.object({
      users: z.array(
        z.object({
          pid: z.number(),
          command: z.string(),
          user: z.string(),
          use: z.enum(placeUses),
          path: z.string().nullable(),
          others: z.number(),
          /** Filedeck itself. */
          is_own: z.boolean(),
          container,
        }),
      ),
      /** Those that have it mounted apart from the machine's own mounts, such as containers: there it stays, and the device is in use. */
      keepers: z.array(
        z.object({ pid: z.number(), command: z.string(), user: z.string(), path: z.string().nullable(), container }),
      ),
      /** The caller's folders that lie on it. */
      folders: z.array(z.string()),
      /** Places below at which something else is mounted. */
      mounts: z.array(z.string()),
      loops: z.array(z.string()),
      /** There are more, or it took too long. */
      is_cut: z.boolean(),
    }),
  }),
  getSmart: endpoint({
    method: "GET",
    path: "disk/smart",
    access: "sys_view",
    summary:
      "What a disk says of its health (SMART). Kept for five minutes; `fresh`: asked anew. A disk that sleeps is not woken.",
    input: z.object({ device, fresh: flag }),
    output: smart,
  }),
  testDisk: endpoint({
    method: "POST",
    path: "disk/smart/test",
    access: "sys_disk_mount",
    summary: "Have a disk test itself. It goes on working meanwhile.",
    input: z.object({ device, kind: z.enum(selfTests) }),
    output: empty,
  }),
  getFstab: endpoint({
    method: "GET",
    path: "disk/fstab",
    access: "sys_disk_mount",
    token: false,
    summary: "The file that says what is mounted at boot. For administrators only: it may hold passwords.",
    input: empty,
    output: z.object({ path: z.string(), text: z.string(), etag: z.string() }),
  }),
  checkFstab: endpoint({
    method: "POST",
    path: "disk/fstab/check",
    access: "sys_disk_mount",
    audit: false,
    token: false,
    summary: "What findmnt says of a new text of the file. Changes nothing. For administrators only.",
    input: z.object({ text: fstabText }),
    output: z.object({ messages: z.array(z.string()), has_errors: z.boolean() }),
  }),
  setFstab: endpoint({
    method: "POST",
    path: "disk/fstab",
    access: "sys_disk_mount",
    token: false,
    confirm: true,
    summary:
      "Save the file, keep the one before beside it, and have systemd read it. Mounts nothing by itself. For administrators only.",
    /** `etag`: of what was read before; another one by now is answered disk/changed. */
    input: z.object({ text: fstabText, etag: z.string().max(64) }),
    output: z.object({ etag: z.string(), backup: z.string() }),
  }),
  testFstabLine: endpoint({
    method: "POST",
    path: "disk/fstab/test",
    access: "sys_disk_mount",
    token: false,
    summary: "Mount what a line names at a folder of its own, and unmount it at once. For administrators only.",
    input: z.object({ line: z.string().max(4096) }),
    output: z.object({
      /** `skipped`: there is nothing to try, such as for swap. */
      outcome: z.enum(["mounted", "failed", "skipped"]),
      said: z.string(),
    }),
  }),
};

export const diskChannels = {
  follow: channel({
    name: "disk/follow",
    access: "sys_view",
    summary: "Disks, what they are divided into, what is mounted of them, and what changes about it.",
    open: empty,
    up: null,
    down: liveRows(diskRow),
    highWaterBytes: 64 * 1024,
  }),
};
