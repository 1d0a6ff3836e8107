import { z } from "zod";
import { parseImageReference } from "@/lib/shared/image-reference";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, flag, id, virtualPath } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";
import { terminalSize } from "./terminal";

const imageId = z.string().regex(/^sha256:[0-9a-f]{64}$/, { message: "must be the id of an image" });
const reference = z
  .string()
  .max(512)
  .refine((text) => parseImageReference(text) !== null, { message: "must be the name of an image" });
/** One that a name can be given by. */
const tagged = reference.refine((text) => !text.includes("@"), { message: "must be a name without a digest" });

const imageRow = z.object({
  /** `sha256:` and 64 digits. */
  id: z.string(),
  /** `repository:tag`; none for what only other images or containers hold. */
  tags: z.array(z.string()),
  /** `repository@sha256:…`: what a registry knows it by. */
  digests: z.array(z.string()),
  /** Bytes, with what it shares with others. */
  size: z.number(),
  created_at: z.number(),
  /** The first of them. */
  used_by: z.array(z.string()),
  used_count: z.number(),
});
export type ImageRow = z.output<typeof imageRow>;

/** `known`: it was here already. `downloaded`: it waits for those below it. */
const pullLayer = z.object({
  id: z.string(),
  state: z.enum(["waiting", "downloading", "downloaded", "extracting", "done", "known"]),
  /** Of what is downloaded; `total` is null as long as the registry has not said. */
  bytes: z.number(),
  total: z.number().nullable(),
});
export type PullLayer = z.output<typeof pullLayer>;

const unused = z.object({ id: z.string(), name: z.string(), size: z.number() });

export const imageLimits = { pruned: 1_000, dockerfile: 1_024 };

/** Part of the docker contract. */
export const dockerImages = {
  getImage: endpoint({
    method: "GET",
    path: "docker/images/{id}",
    access: "docker_view",
    summary: "How an image is made: what it starts, and its layers, the latest first.",
    input: z.object({ id: imageId }),
    output: z.object({
      id: z.string(),
      tags: z.array(z.string()),
      digests: z.array(z.string()),
      created_at: z.number(),
      size: z.number(),
      platform: z.string(),
      command: z.array(z.string()),
      user: z.string(),
      folder: z.string(),
      ports: z.array(z.string()),
      volumes: z.array(z.string()),
      environment: z.array(z.string()),
      labels: z.record(z.string(), z.string()),
      layers: z.array(z.object({ created_at: z.number(), by: z.string(), size: z.number() })),
    }),
  }),
  pullImage: endpoint({
    method: "POST",
    path: "docker/images/pull",
    access: "docker_image_update",
    summary: "Pull an image from a registry (task). Registries in private networks need lan_access.",
    input: z.object({ reference }),
    output: z.object({ taskId: id }),
  }),
  tagImage: endpoint({
    method: "POST",
    path: "docker/images/{id}/tag",
    access: "docker_image_update",
    summary: "Give an image another name. An image that has the name loses it.",
    input: z.object({ id: imageId, reference: tagged }),
    output: empty,
  }),
  checkImage: endpoint({
    method: "POST",
    path: "docker/images/check",
    access: "docker_image_update",
    audit: false,
    summary: "Ask the registry whether there is another image by the name of one that is here.",
    input: z.object({ reference: tagged }),
    output: z.object({ state: z.enum(["current", "newer", "local"]), digest: z.string() }),
  }),
  removeImage: endpoint({
    method: "DELETE",
    path: "docker/images/{id}",
    access: "docker_images_delete",
    summary:
      "Delete an image with all its names, or with `reference` take that name away from it. Refused while a container uses it.",
    input: z.object({ id: imageId, reference: tagged.optional() }),
    output: empty,
  }),
  listUnusedImages: endpoint({
    method: "GET",
    path: "docker/unused-images",
    access: "docker_images_delete",
    summary:
      "List the images that no container uses: those without a name, or with `all` the others as well. A digest is a name, unless another image here has a tag of the same repository.",
    input: z.object({ all: flag }),
    output: lists({
      images: z.array(unused),
      /** What they do not share with images that stay: at least this much is freed. */
      bytes: z.number(),
    }),
  }),
  pruneImages: endpoint({
    method: "POST",
    path: "docker/images/prune",
    access: "docker_images_delete",
    summary: "Delete these images, as far as no container uses them by then.",
    input: z.object({ ids: z.array(imageId).min(1).max(imageLimits.pruned) }),
    output: z.object({ removed: z.number(), kept: z.number() }),
  }),
  buildImage: endpoint({
    method: "POST",
    path: "docker/images/build",
    access: "docker_image_update",
    token: false,
    summary:
      "Build an image from a folder, and show how that goes in a terminal. A build may reach every network that the server reaches, so it needs lan_access as well. At most 2 GiB and 100,000 entries after .dockerignore; links are left out.",
    input: z.object({
      path: virtualPath,
      /** Below the folder. */
      dockerfile: z
        .string()
        .max(imageLimits.dockerfile)
        .regex(/^[^/\\\0][^\\\0]*$/, { message: "must be a path in the folder" })
        .refine((text) => !text.split("/").some((part) => part === "" || part === "." || part === ".."), {
          message: "must be a path in the folder",
        })
        .default("Dockerfile"),
      reference: tagged,
      /** Look for newer images to build on. */
      pull: z.boolean().default(false),
      /** Do everything anew. */
      fresh: z.boolean().default(false),
      ...terminalSize,
    }),
    output: z.object({ id }),
  }),
};

export const dockerImageChannels = {
  pull: channel({
    name: "docker/pull",
    access: "docker_image_update",
    summary: "How far each layer is of an image that you are pulling, until that is over.",
    open: z.object({ task_id: id }),
    up: null,
    down: z.object({ layers: z.array(pullLayer) }),
    highWaterBytes: 256 * 1024,
  }),
  images: channel({
    name: "docker/images",
    access: "docker_view",
    summary: "All images of this machine, and what changes about them.",
    open: empty,
    up: null,
    down: liveRows(imageRow),
    highWaterBytes: 64 * 1024,
  }),
};
