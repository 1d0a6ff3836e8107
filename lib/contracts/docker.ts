import { z } from "zod";
import { containerRights } from "@/lib/shared/container-rules";
import { containerActions } from "@/lib/shared/containers";
import { channel } from "./channel";
import { changing, containerName, seeing } from "./docker-fields";
import { dockerDisk } from "./docker-disk";
import { dockerFiles } from "./docker-files";
import { dockerImageChannels, dockerImages } from "./docker-images";
import { dockerInside } from "./docker-inside";
import { dockerLogChannels, dockerLogs } from "./docker-logs";
import { dockerMake } from "./docker-make";
import { dockerRegistries } from "./docker-registries";
import { endpoint } from "./endpoint";
import { empty, flag, id } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";
import { terminalSize } from "./terminal";

const newName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, {
  message: "letters, digits, _ . and -, beginning with a letter or a digit",
});

const containerRow = z.object({
  /** All 64 digits. */
  id: z.string(),
  name: z.string(),
  image: z.string(),
  /** Docker's word: created, running, paused, restarting, removing, exited, dead. */
  state: z.string(),
  /** In Docker's words, such as `Exited (1) 2 hours ago`. */
  status: z.string(),
  /** How it ended last; null while it runs or has not run. */
  exit_code: z.number().int().nullable(),
  health: z.enum(["healthy", "unhealthy", "starting"]).nullable(),
  /** How often Docker has restarted it, while it does so again and again; else null. */
  restarts: z.number().nullable(),
  created_at: z.number(),
  ports: z.array(
    z.object({ address: z.string(), outside: z.number().nullable(), inside: z.number(), protocol: z.string() }),
  ),
  /** The folders of this machine that it has; none for who is no administrator. */
  folders: z.array(z.string()),
  /** Of Compose; null for others. */
  project: z.string().nullable(),
  service: z.string().nullable(),
  /** Of one processor, in per cent; null while it does not run, or is not measured. */
  cpu: z.number().nullable(),
  /** Bytes, as `docker stats` counts: without the files in memory that the kernel can drop first (`inactive_file`). */
  memory: z.number().nullable(),
  /** What who looks may do with it. */
  may: z.array(z.enum(containerRights)),
  /** Whether the caller may change and delete it, with the permission: administrators all, others what they have created. */
  may_change: z.boolean(),
});
export type ContainerRow = z.output<typeof containerRow>;

export const dockerContract = {
  ...dockerDisk,
  ...dockerFiles,
  ...dockerImages,
  ...dockerInside,
  ...dockerLogs,
  ...dockerMake,
  ...dockerRegistries,
  getContainer: endpoint({
    method: "GET",
    path: "docker/containers/{id}",
    direct: true,
    access: seeing,
    summary:
      "How a container is made and how it is. Its environment, the folders that it has of this machine, and its processes are for administrators.",
    input: z.object({ id: containerName }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      image: z.string(),
      image_id: z.string(),
      command: z.array(z.string()),
      user: z.string(),
      created_at: z.number(),
      started_at: z.number().nullable(),
      finished_at: z.number().nullable(),
      exit_code: z.number(),
      was_killed_for_memory: z.boolean(),
      error: z.string(),
      restart_policy: z.string(),
      restarts: z.number(),
      /** After so many seconds one that does not end is killed; below 0: never. */
      stop_seconds: z.number(),
      /** With all that was written inside of it, and volumes without a name. */
      removes_itself: z.boolean(),
      /** What the last checks said, the latest last; null without such a check. */
      health: z
        .object({
          status: z.string(),
          checks: z.array(z.object({ at: z.number(), exit_code: z.number(), output: z.string() })),
        })
        .nullable(),
      networks: z.array(z.object({ name: z.string(), address: z.string() })),
      labels: z.record(z.string(), z.string()),
      /** Bytes and processors; null for no limit. */
      memory_limit: z.number().nullable(),
      cpu_limit: z.number().nullable(),
      /** The names of its volumes that were given none; for whoever may delete it. */
      anonymous_volumes: z.array(z.string()),
      inside: z
        .object({
          environment: z.array(z.string()),
          mounts: z.array(
            z.object({ kind: z.string(), source: z.string(), destination: z.string(), is_writable: z.boolean() }),
          ),
          is_privileged: z.boolean(),
        })
        .nullable(),
    }),
  }),
  changeContainer: endpoint({
    method: "POST",
    path: "docker/containers/{id}/action",
    access: changing,
    summary:
      "Start, stop, restart, pause, or kill a container. Stopping and restarting wait for as long as the container says before they kill, usually ten seconds. Rules on containers don’t include killing.",
    input: z.object({ id: containerName, action: z.enum(containerActions) }),
    output: empty,
  }),
  renameContainer: endpoint({
    method: "POST",
    path: "docker/containers/{id}/rename",
    access: "docker_container_update",
    summary: "Give a container another name.",
    input: z.object({ id: containerName, name: newName }),
    output: empty,
  }),
  removeContainer: endpoint({
    method: "DELETE",
    path: "docker/containers/{id}",
    access: "docker_container_update",
    summary:
      "Remove a container, with what was written inside of it. `force`: also while it runs. `volumes`: with the volumes that have no name.",
    input: z.object({ id: containerName, force: flag, volumes: flag }),
    output: empty,
  }),
  listContainers: endpoint({
    method: "GET",
    path: "docker/containers",
    direct: true,
    access: seeing,
    summary:
      "List the containers of this machine that you may see, those that have ended as well. Long lists and labels are cut.",
    input: empty,
    output: lists({
      containers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          image: z.string(),
          /** What Docker calls it, such as `running` and `exited`. */
          state: z.string(),
          labels: z.record(z.string(), z.string()),
          /** Of Compose, as far as it is certain: an image can bring labels of its own. */
          project: z.string().nullable(),
        }),
      ),
    }),
  }),
  openContainerTerminal: endpoint({
    method: "POST",
    path: "docker/terminal",
    access: changing,
    token: false,
    summary:
      "Start a shell in a running container, as its user. Containers that reach further into this machine than you may are for administrators.",
    input: z.object({ id: containerName, ...terminalSize }),
    output: z.object({ id }),
  }),
  openContainerLogs: endpoint({
    method: "POST",
    path: "docker/logs",
    access: seeing,
    token: false,
    summary: "Show the last lines that a container has written, and follow them, in a terminal.",
    input: z.object({ id: containerName, tail: z.number().int().min(0).max(10_000).default(500), ...terminalSize }),
    output: z.object({ id }),
  }),
};

export const dockerChannels = {
  ...dockerImageChannels,
  ...dockerLogChannels,
  follow: channel({
    name: "docker/follow",
    access: seeing,
    summary: "All containers that you may see, what changes about them, and what those that run use.",
    open: empty,
    up: null,
    down: liveRows(containerRow),
    highWaterBytes: 64 * 1024,
  }),
};
