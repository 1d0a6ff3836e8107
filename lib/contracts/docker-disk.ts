import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";

export const diskKinds = ["containers", "logs", "images", "volumes", "cache"] as const;

const diskUse = z.object({
  measured_at: z.number(),
  /** Bytes. `freeable`: of what nothing uses; null where that is not known. Logs: null where they cannot be looked at. */
  kinds: z.array(
    z.object({
      kind: z.enum(diskKinds),
      count: z.number().int(),
      bytes: z.number().nullable(),
      freeable: z.number().nullable(),
    }),
  ),
  /** The largest ones: what each has written inside of itself, and its log. */
  containers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_running: z.boolean(),
      written: z.number(),
      log: z.number().nullable(),
    }),
  ),
  volumes: z.array(z.object({ name: z.string(), bytes: z.number(), is_used: z.boolean() })),
});
export type DiskUse = z.output<typeof diskUse>;

/** Part of the docker contract. */
export const dockerDisk = {
  getDiskUse: endpoint({
    method: "GET",
    path: "docker/disk-use",
    access: "docker_view",
    summary:
      "Measure what Docker’s containers, their logs, images, volumes, and build cache take, the largest first. Takes a while with many of them; the same answer is given for half a minute.",
    input: empty,
    output: diskUse,
  }),
};
