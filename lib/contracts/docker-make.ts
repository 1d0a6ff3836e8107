import { z } from "zod";
import { parseCapability } from "@/lib/shared/capabilities";
import { parseImageReference } from "@/lib/shared/image-reference";
import { restartPolicies } from "@/lib/shared/restart-policies";
import { containerName } from "./docker-fields";
import { endpoint } from "./endpoint";
import { empty, hostPath, portNumber } from "./fields";
import { settingEndpoints } from "./setting-endpoints";

const mib = 1024 * 1024;
const insidePath = z
  .string()
  .max(4096)
  .regex(/^\/[^\0]*$/, { message: "must start with /" });
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

export const portProtocols = ["tcp", "udp", "sctp"] as const;

/** What the kernel takes as one argument or variable. */
const maxArgument = 128 * 1024;

/** All that can be asked of a container: what is not here cannot be asked. The body as a whole is bounded as well (base/limits.ts). */
const fields = {
  name: containerName,
  image: text(512).refine(
    (value) => parseImageReference(value) !== null || /^(?:sha256:)?[0-9a-f]{12,64}$/.test(value),
    {
      message: "must be the name or the id of an image",
    },
  ),
  /** Instead of the image's; empty: that. */
  command: z.array(text(maxArgument)).max(5_000),
  environment: z.array(text(maxArgument).regex(/^[^=\s][^=]*=/, { message: "must be NAME=value" })).max(5_000),
  ports: z
    .array(
      z.object({
        /** Of this machine; empty: all. */
        address: z.union([z.ipv4(), z.ipv6(), z.literal("")]),
        /** Null: any that is free. */
        outside: portNumber.nullable(),
        /** With it, `outside` begins a range of which one that is free is taken. */
        outside_last: portNumber.nullable().default(null),
        inside: portNumber,
        protocol: z.enum(portProtocols),
      }),
    )
    .max(65_536),
  mounts: z.array(mount).max(1_000),
  ...limits,
  labels: z
    .record(text(4_096), text(maxArgument))
    .refine((all) => Object.keys(all).length <= 5_000, { message: "too many" }),
  /** By name. */
  network: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, { message: "must be the name of a network" }),
  /** For administrators alone. */
  is_privileged: z.boolean(),
  /** For administrators alone. */
  devices: z.array(device).max(1_000),
  /** Those beyond what every container has are for administrators. */
  cap_add: z.array(capability).max(100),
  cap_drop: z.array(capability).max(100),
};
const spec = z.object({
  ...fields,
  is_privileged: fields.is_privileged.default(false),
  devices: fields.devices.default([]),
  cap_add: fields.cap_add.default([]),
  cap_drop: fields.cap_drop.default([]),
});
export type ContainerSpec = z.output<typeof spec>;

const imageHere = z.object({ id: z.string(), created_at: z.number() }).nullable();

/** How a container is that is there already: whatever Docker let it have, which can be more than can be asked for here. */
const known = z.object({
  name: z.string(),
  image: z.string(),
  /** The very image that it was made of, and the one that has its name now; null for one that is not here. */
  own_image: imageHere,
  named_image: imageHere,
  command: z.array(z.string()),
  environment: z.array(z.string()).nullable(),
  ports: z.array(
    z.object({
      address: z.string(),
      outside: z.number().nullable(),
      outside_last: z.number().nullable(),
      inside: z.number(),
      protocol: z.enum(portProtocols),
    }),
  ),
  mounts: z
    .array(
      z.object({
        kind: z.enum(["volume", "bind"]),
        source: z.string(),
        destination: z.string(),
        is_writable: z.boolean(),
      }),
    )
    .nullable(),
  memory: z.number().nullable(),
  cpus: z.number().nullable(),
  restart: z.enum(restartPolicies),
  labels: z.record(z.string(), z.string()),
  /** By name; `container:` and an id for that of another container. */
  network: z.string(),
  is_privileged: z.boolean(),
  devices: z.array(z.object({ outside: z.string(), inside: z.string(), access: z.string() })),
  cap_add: z.array(z.string()),
  cap_drop: z.array(z.string()),
});

/** Below, services of the system listen. */
const firstUsualPort = 1024;
const port = z.number().int().min(firstUsualPort).max(65_535);
/** Which ports of this server people who are no administrators can have, for containers and for port forwards. */
export const portRange = z
  .object({ first: port, last: port })
  .refine(({ first, last }) => first <= last, { path: ["last"], message: "must not be below the first port" });
export type PortRange = z.output<typeof portRange>;

/** Part of the docker contract. */
export const dockerMake = {
  ...settingEndpoints({
    name: "PortRange",
    path: "setting/ports",
    schema: portRange,
    read: ["docker_container_update", "ssh_proxy", "sys_protection_dir"],
    write: "sys_protection_dir",
    summaries: [
      "Get which ports of this server people who aren’t administrators can choose for containers and port forwards.",
      "Change which ports of this server people who aren’t administrators can choose for containers and port forwards. What runs on others keeps running until it stops. Administrators only.",
    ],
  }),
  getContainerSpec: endpoint({
    method: "GET",
    path: "docker/containers/{id}/spec",
    access: "docker_container_update",
    summary:
      "Get how a container was made, to make it anew with changes. Its environment and what it has of this machine are null for all but administrators: left out when it is made anew, they stay as they are.",
    input: z.object({ id: containerName }),
    output: known,
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
      "Make a container anew with these settings. What they leave out, and what they cannot say, stays as it was; without `image` it gets the very image that it was made of, even where the name means another by now. The old one is kept until the new one runs, and comes back if it doesn’t.",
    input: z.object(fields).partial().extend({ id: containerName }),
    output: z.object({ id: z.string() }),
  }),
  limitContainer: endpoint({
    method: "POST",
    path: "docker/containers/{id}/limits",
    access: "docker_container_update",
    summary:
      "Change a container’s limits and restart policy while it runs. What is left out stays as it is; a limit can be taken away only by making it anew.",
    input: z.object(limits).partial().extend({ id: containerName }),
    output: empty,
  }),
};
