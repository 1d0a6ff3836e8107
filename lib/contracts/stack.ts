import { z } from "zod";
import { maxStackFileBytes, profilePattern, stackActions, stackIdPattern, stackNamePattern } from "@/lib/shared/stacks";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, hostPath } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";

const name = z.string().regex(stackNamePattern, {
  message: "lower-case letters, digits, _ and -, beginning with a letter or a digit",
});
const stack = z.string().regex(stackIdPattern, { message: "the id of a stack" });
const text = z
  .string()
  .refine((all) => Buffer.byteLength(all) <= maxStackFileBytes, { message: `at most ${maxStackFileBytes} bytes` })
  .refine((all) => !all.includes("\0"), { message: "must be text" });
const etag = z.string().max(64);
const action = z.enum(stackActions);

const stackRow = z.object({
  /** The name of the Compose project; of several folders with the same one all but the first have something more. */
  id: z.string(),
  /** `own`: in the folder of stacks; `adopted`: elsewhere; `foreign`: known by its containers alone. */
  origin: z.enum(["own", "adopted", "foreign"]),
  /** For administrators; null for one that is foreign. */
  folder: z.string().nullable(),
  services: z.array(
    z.object({
      name: z.string(),
      image: z.string(),
      /** Without one of these, or its own name, it does not start; none: it always does. */
      profiles: z.array(z.string()),
      /** Containers of it, and those of them that run. */
      containers: z.number(),
      running: z.number(),
      unhealthy: z.number(),
      /** Whether one was made anew here with other settings than the files have. */
      is_changed: z.boolean(),
      /** The names of the first of them. */
      container_names: z.array(z.string()),
    }),
  ),
  /** The names of containers of services that its files have no more. */
  leftovers: z.array(z.string()),
  /** Whether its files have images built, also where they cannot tell. */
  builds: z.boolean(),
  /** What is being done with it at the moment. */
  working: action.nullable(),
  /** Whether its files are others than when it was last deployed as a whole from here. */
  files_changed: z.boolean(),
  /** What was done with it last, if that failed, as long as this is known. */
  failed: action.nullable(),
});
export type StackRow = z.output<typeof stackRow>;

const stackRun = z.object({
  action,
  /** Of the stack, where it was done to that alone. */
  service: z.string().nullable(),
  by: z.string(),
  /** In ms since 1970. */
  started_at: z.number(),
  /** Null while it goes on. `code`: what Compose exited with; null where it was ended, or never began. */
  ended: z.object({ at: z.number(), code: z.number().nullable(), is_canceled: z.boolean() }).nullable(),
});
export type LastRun = z.output<typeof stackRun>;

const stackFile = z.object({
  /** On the machine. */
  path: z.string(),
  kind: z.enum(["compose", "environment"]),
  /** Empty for one that does not exist. */
  text: z.string(),
  etag: z.string(),
});
export type StackFile = z.output<typeof stackFile>;

export const stackContract = {
  getStackInfo: endpoint({
    method: "GET",
    path: "stack/info",
    access: "docker_view",
    summary: "Which Compose there is, and the folder of stacks, which only administrators are told.",
    input: empty,
    output: z.object({
      compose: z.object({ command: z.string(), version: z.string() }).nullable(),
      folder: z.string().nullable(),
      /** In a container of Docker or Podman that may not enter its host. */
      lacks_host: z.boolean(),
    }),
  }),
  setStackFolder: endpoint({
    method: "POST",
    path: "stack/folder",
    access: "docker_container_update",
    token: false,
    summary:
      "Say where stacks are: a folder of the machine with a folder for each. What is in the one of before stays there. Empty: the usual one. For administrators only.",
    input: z.object({ folder: z.union([z.literal(""), hostPath]) }),
    output: z.object({ folder: z.string() }),
  }),
  listStacks: endpoint({
    method: "GET",
    path: "stack/list",
    access: "docker_view",
    summary: "List the stacks of Compose: those in the folder of stacks, and those that containers belong to.",
    input: empty,
    output: lists({ stacks: z.array(stackRow) }),
  }),
  getStack: endpoint({
    method: "GET",
    path: "stack/{name}",
    access: "docker_container_update",
    token: false,
    summary: "The files of a stack. For administrators only.",
    input: z.object({ name: stack }),
    output: z.object({ folder: z.string(), origin: z.enum(["own", "adopted"]), files: z.array(stackFile) }),
  }),
  createStack: endpoint({
    method: "POST",
    path: "stack/create",
    access: "docker_container_update",
    token: false,
    summary: "Make a stack: a folder with a Compose file. Starts nothing. For administrators only.",
    input: z.object({ name, text, environment: text.default("") }),
    output: empty,
  }),
  saveStackFile: endpoint({
    method: "POST",
    path: "stack/{name}/file",
    access: "docker_container_update",
    token: false,
    summary:
      "Save a file of a stack. Compose is asked about it first; what it refuses is answered stack/invalid unless `force` is given. For administrators only.",
    /** `etag`: of what was read before; another one by now is answered stack/changed. */
    input: z.object({ name: stack, path: z.string().max(4096), text, etag, force: z.boolean().default(false) }),
    output: z.object({ etag: z.string() }),
  }),
  getAdoption: endpoint({
    method: "GET",
    path: "stack/{name}/adoption",
    access: "docker_container_update",
    token: false,
    summary: "The files that the containers of a foreign stack say that it was made of. For administrators only.",
    input: z.object({ name: stack }),
    /** `reading`: what Compose makes of them, and would run; null without Compose. */
    output: z.object({
      folder: z.string(),
      files: z.array(stackFile),
      reading: z.object({ text: z.string(), digest: z.string() }).nullable(),
    }),
  }),
  adoptStack: endpoint({
    method: "POST",
    path: "stack/{name}/adopt",
    access: "docker_container_update",
    token: false,
    summary:
      "Take a foreign stack among one’s own, with its files where they are. Others than those that were shown are answered stack/changed. For administrators only.",
    input: z.object({
      name,
      folder: z.string().max(4096),
      files: z
        .array(z.object({ path: z.string().max(4096), etag }))
        .min(1)
        .max(10),
      /** Of what Compose makes of them; empty where there is no Compose. */
      digest: z.string().max(64).default(""),
    }),
    output: empty,
  }),
  getApproval: endpoint({
    method: "GET",
    path: "stack/{name}/approval",
    access: "docker_container_update",
    token: false,
    summary:
      "What would be run of a stack as its files are now, and what was approved before; null for nothing. For administrators only.",
    input: z.object({ name: stack }),
    output: z.object({ approved: z.string().nullable(), now: z.string(), digest: z.string() }),
  }),
  testStack: endpoint({
    method: "GET",
    path: "stack/{name}/test",
    access: "docker_container_update",
    token: false,
    summary:
      "What Compose has against the files of a stack, in its own words; null where it takes them, and where it cannot be asked. For administrators only.",
    input: z.object({ name: stack }),
    /** `lacks_include`: they take services from other files, which this Compose is too old for. */
    output: z.object({ text: z.string().nullable(), lacks_include: z.boolean() }),
  }),
  approveStack: endpoint({
    method: "POST",
    path: "stack/{name}/approve",
    access: "docker_container_update",
    token: false,
    summary:
      "Approve what would be run of a stack, by the digest of what was looked at. Only that is run from then on. For administrators only.",
    input: z.object({ name: stack, digest: z.string().max(64) }),
    output: empty,
  }),
  runStack: endpoint({
    method: "POST",
    path: "stack/{name}/action",
    access: "docker_container_update",
    token: false,
    summary:
      "Do something with a stack, or with one service of it. What Compose says is in the channel stack/output. Files that are not as they were approved are neither deployed nor pulled for: stack/unapproved. For administrators only.",
    input: z.object({
      name: stack,
      /** `cancel` interrupts what is being done, whoever has begun it, and else does nothing. */
      action: z.enum([...stackActions, "cancel"]),
      /** Containers of services that the files have no more, to be deleted as well: by `up` and `down`. */
      leftovers: z.array(z.string().max(256)).max(200).default([]),
      /** Of `up`: builds images anew that are built, for files that changed beside the Dockerfile. Without it they are when what was approved of the build is another. */
      build: z.boolean().default(false),
      /** Of `up` and `pull`: services of these profiles as well. Everything else is done with those of all profiles. */
      profiles: z.array(z.string().regex(profilePattern)).max(20).default([]),
      service: z
        .string()
        .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/)
        .optional(),
    }),
    output: empty,
  }),
  removeStack: endpoint({
    method: "DELETE",
    path: "stack/{name}",
    access: "docker_container_update",
    token: false,
    summary:
      "Put a stack without containers away: its folder gets another name, beginning with .removed-; one that was adopted is only forgotten. For administrators only.",
    input: z.object({ name: stack }),
    output: z.object({ folder: z.string().nullable() }),
  }),
};

export const stackChannels = {
  follow: channel({
    name: "stack/follow",
    access: "docker_view",
    summary: "All stacks of Compose, and what changes about them.",
    open: empty,
    up: null,
    down: liveRows(stackRow),
    highWaterBytes: 64 * 1024,
  }),
  output: channel({
    name: "stack/output",
    access: "docker_container_update",
    summary:
      "What Compose says as something is done with a stack, and what it said the last time that something was. For administrators only.",
    open: z.object({ name: stack }),
    up: null,
    down: z.object({
      /** What is done, or was done last since the server has been running; null for nothing. */
      run: stackRun.nullable(),
      /** More of what Compose says, as it wrote it: with what colors it. */
      text: z.string(),
      /** The text is all that there is, and comes in place of what came before. */
      is_new: z.boolean(),
      /** Something before the text was left out. */
      is_cut: z.boolean(),
    }),
    highWaterBytes: 64 * 1024,
  }),
};
