import { z } from "zod";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { isOwnLabel } from "@/lib/shared/volume-labels";
import { empty, virtualPath } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";

const name = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/, {
  message: "letters, digits, _ . and -, beginning with a letter or a digit",
});
/** Of a label or an option: one line each. */
const word = z
  .string()
  .max(1024)
  .regex(/^\P{Cc}*$/u, { message: "must be one line" });
/** Docker gives them all with each list of all volumes. */
const mostChars = 4_096;
const words = z
  .record(word.min(1), word)
  .refine((record) => Object.keys(record).length <= 50, { message: "50 at most" })
  .refine((record) => Object.entries(record).flat().join("").length <= mostChars, {
    message: `${mostChars} characters at most`,
  });

const labels = words.refine((record) => !Object.keys(record).some(isOwnLabel), {
  message: "labels that begin with filedeck. are Filedeck's own",
});

const volumeRow = z.object({
  /** Its name. */
  id: z.string(),
  driver: z.string(),
  /** Null where the driver does not say. */
  created_at: z.number().nullable(),
  /** Bytes, as they were counted last; null while nobody has, and where the driver cannot. */
  size: z.number().nullable(),
  /** Names of the containers that have it, running or not; the first ones. */
  used_by: z.array(z.string()),
  is_anonymous: z.boolean(),
  /** Of Compose; null for others. */
  project: z.string().nullable(),
  /** Whether the caller may delete it, with the permission: administrators all, others what they have created. */
  may_change: z.boolean(),
});
export type VolumeRow = z.output<typeof volumeRow>;

const unused = z.object({ name: z.string(), size: z.number().nullable(), is_anonymous: z.boolean() });

export const volumeContract = {
  listVolumes: endpoint({
    method: "GET",
    path: "volume/list",
    access: "docker_view",
    summary: "List the volumes of Docker, with their sizes as far as they are known.",
    input: empty,
    output: lists({ volumes: z.array(volumeRow) }),
  }),
  getVolume: endpoint({
    method: "GET",
    path: "volume/{name}",
    access: "docker_view",
    summary: "How a volume is made, and what has it. Where it is and its options are for administrators.",
    input: z.object({ name }),
    output: z.object({
      name: z.string(),
      driver: z.string(),
      scope: z.string(),
      created_at: z.number().nullable(),
      labels: z.record(z.string(), z.string()),
      used_by: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          destination: z.string(),
          is_writable: z.boolean(),
          state: z.string(),
        }),
      ),
      inside: z.object({ mountpoint: z.string(), options: z.record(z.string(), z.string()) }).nullable(),
      /** Where it is among the files that the caller may see; null where they may not, or it is on no disk of this machine. */
      path: virtualPath.nullable(),
    }),
  }),
  createVolume: endpoint({
    method: "POST",
    path: "volume/create",
    access: "docker_volume_update",
    summary:
      "Make an empty volume. Drivers other than `local`, and options, which can mount any folder, are for administrators.",
    input: z.object({ name, driver: name.default("local"), options: words.default({}), labels: labels.default({}) }),
    output: empty,
  }),
  removeVolume: endpoint({
    method: "DELETE",
    path: "volume/{name}",
    access: "docker_volume_update",
    summary: "Delete a volume with all that is in it. One that a container has is refused.",
    input: z.object({ name }),
    output: empty,
  }),
  listUnusedVolumes: endpoint({
    method: "GET",
    path: "volume/unused",
    access: "docker_volume_update",
    summary: "The volumes that no container has, and their sizes as they are now: it may take a while.",
    input: empty,
    output: lists({ volumes: z.array(unused) }),
  }),
  pruneVolumes: endpoint({
    method: "POST",
    path: "volume/prune",
    access: "docker_volume_update",
    summary: "Delete these volumes, as far as no container has them by now.",
    input: z.object({ names: z.array(name).min(1).max(1_000) }),
    output: z.object({ removed: z.array(z.string()), kept: z.array(z.string()) }),
  }),
  cloneVolume: endpoint({
    method: "POST",
    path: "volume/{name}/clone",
    access: "docker_volume_update",
    token: false,
    summary: "Copy a volume into a new one, as a task. For administrators only.",
    input: z.object({ name, to: name }),
    output: z.object({ taskId: z.string() }),
  }),
  ticketVolume: endpoint({
    method: "POST",
    path: "volume/{name}/ticket",
    access: "docker_volume_update",
    token: false,
    audit: false,
    summary: "Get a ticket with which the browser downloads a volume. For administrators only.",
    input: z.object({ name }),
    output: z.object({ ticket: z.string() }),
  }),
  exportVolume: endpoint({
    method: "GET",
    path: "volume/{name}/export",
    access: "docker_volume_update",
    token: false,
    bytes: true,
    audit: true,
    summary: "Download all that is in a volume as a tar archive, with owners and rights. For administrators only.",
    input: z.object({ name, token: z.string().max(4096).optional() }),
    output: z.unknown(),
  }),
  importVolume: endpoint({
    method: "PUT",
    path: "volume/{name}/content",
    access: "docker_volume_update",
    token: false,
    bytes: true,
    audit: true,
    summary:
      "Put what is in a tar archive, the body, into a volume, plain or compressed by gzip, bzip2, or xz. Files that have the same names are replaced, others stay. For administrators only.",
    input: z.object({ name }),
    output: z.object({ bytes: z.number() }),
  }),
};

export const volumeChannels = {
  follow: channel({
    name: "volume/follow",
    access: "docker_view",
    summary: "All volumes of Docker, and what changes about them.",
    open: empty,
    up: null,
    down: liveRows(volumeRow),
    highWaterBytes: 64 * 1024,
  }),
};
