import { z } from "zod";
import { parseCapability } from "@/lib/shared/capabilities";
import { parseImageReference } from "@/lib/shared/image-reference";
import { restartPolicies } from "@/lib/shared/restart-policies";
import { containerName } from "./docker-fields";
import { endpoint } from "./endpoint";
import { empty, hostPath, portNumber } from "./fields";

const mib = 1024 * 1024;
const insidePath = z
  .string()
  .max(4096)
  .regex(/^\/[^\0,]*$/, { message: "must start with /" });
const volumeName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/, { message: "must be the name of a volume" });
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes("\0"), { message: "must not hold NUL" });

const mount = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("volume"), source: volumeName, destination: insidePath, is_writable: z.boolean() }),
  z.object({ kind: z.literal("bind"), source: hostPath, destination: insidePath, is_writable: z.boolean() }),
]);

const limits = {
  /** Bytes; null: no limit. */
  memory: z
    .number()
    .int()
    .min(6 * mib)
    .nullable(),
  /** Processors; null: no limit. */
  cpus: z.number().min(0.01).max(4096).nullable(),
  restart: z.enum(restartPolicies),
};

const capability = z
  .string()
  .max(64)
  .transform((text, context) => {
    const name = parseCapability(text);
    if (name !== null) return name;
    context.addIssue({ code: "custom", message: "must be the name of a capability, such as NET_ADMIN" });
    return z.NEVER;
  });
const device = z.object({
  /** Of this machine. */
  outside: z
    .string()
    .max(4096)
    .regex(/^\/dev\/[^\0:,]+$/, { message: "must be below /dev" })
    .refine((path) => !path.split("/").some((part) => part === "." || part === ".."), {
      message: "must be below /dev",
    }),
  inside: insidePath,
  /** To read, to write, to make the like (mknod): some of these, in this order. */
  access: z.string().regex(/^(?=.)r?w?m?$/, { message: "must be some of rwm" }),
});

/** All that can be asked of a new container: what is not here cannot be asked. */
const spec = z.object({
  name: containerName,
  image: text(512).refine(
    (value) => parseImageReference(value) !== null || /^(?:sha256:)?[0-9a-f]{12,64}$/.test(value),
    {
      message: "must be the name or the id of an image",
    },
  ),
  /** Instead of the image's; empty: that. */
  command: z.array(text(8_192)).max(200),
  environment: z.array(text(32_768).regex(/^[^=\s][^=]*=/, { message: "must be NAME=value" })).max(500),
  ports: z
    .array(
      z.object({
        /** Of this machine; empty: all. */
        address: z.union([z.ipv4(), z.ipv6(), z.literal("")]),
        /** Null: any that is free. */
        outside: portNumber.nullable(),
        inside: portNumber,
        protocol: z.enum(["tcp", "udp"]),
      }),
    )
    .max(200),
  mounts: z.array(mount).max(100),
  ...limits,
  labels: z.record(text(256), text(4_096)).refine((all) => Object.keys(all).length <= 200, { message: "too many" }),
  /** By name. */
  network: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, { message: "must be the name of a network" }),
  /** For administrators alone. */
  is_privileged: z.boolean().default(false),
  /** For administrators alone. */
  devices: z.array(device).max(100).default([]),
  /** Those beyond what every container has are for administrators. */
  cap_add: z.array(capability).max(50).default([]),
  cap_drop: z.array(capability).max(50).default([]),
});
export type ContainerSpec = z.output<typeof spec>;

/** Part of the docker contract. */
export const dockerMake = {
  getContainerSpec: endpoint({
    method: "GET",
    path: "docker/containers/{id}/spec",
    access: "docker_container_update",
    summary:
      "Get how a container was made, to make it anew with changes. Its environment and what it has of this machine are null for all but administrators: left out when it is made anew, they stay as they are.",
    input: z.object({ id: containerName }),
    output: spec.extend({
      environment: spec.shape.environment.nullable(),
      mounts: z
        .array(z.object({ kind: z.string(), source: z.string(), destination: z.string(), is_writable: z.boolean() }))
        .nullable(),
    }),
  }),
  createContainer: endpoint({
    method: "POST",
    path: "docker/containers",
    access: "docker_container_update",
    summary:
      "Make a container of an image that is here, and start it. Folders must be ones that you were given for writing as a whole; everything that reaches further into this machine is for administrators.",
    input: spec,
    output: z.object({ id: z.string() }),
  }),
  recreateContainer: endpoint({
    method: "POST",
    path: "docker/containers/{id}/recreate",
    access: "docker_container_update",
    summary:
      "Make a container anew with these settings; what they do not name stays as it was. The old one is kept until the new one runs, and comes back if it doesn’t.",
    input: spec.extend({
      id: containerName,
      environment: spec.shape.environment.optional(),
      mounts: spec.shape.mounts.optional(),
      devices: z.array(device).max(100).optional(),
      cap_add: z.array(capability).max(50).optional(),
      cap_drop: z.array(capability).max(50).optional(),
    }),
    output: z.object({ id: z.string() }),
  }),
  limitContainer: endpoint({
    method: "POST",
    path: "docker/containers/{id}/limits",
    access: "docker_container_update",
    summary:
      "Change a container’s limits and restart policy while it runs. A limit can be taken away only by making it anew.",
    input: z.object({ id: containerName, memory: limits.memory, cpus: limits.cpus, restart: limits.restart }),
    output: empty,
  }),
};
