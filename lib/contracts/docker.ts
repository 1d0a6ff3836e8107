import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { terminalSize } from "./terminal";

/** Its id, or its name. */
const container = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, { message: "must be the id of a container" });

export const dockerContract = {
  listContainers: endpoint({
    method: "GET",
    path: "docker/containers",
    access: "docker_view",
    summary: "List the containers of this machine, those that have ended as well. Long lists and labels are cut.",
    input: empty,
    output: z.object({
      containers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          image: z.string(),
          /** What Docker calls it, such as `running` and `exited`. */
          state: z.string(),
          labels: z.record(z.string(), z.string()),
        }),
      ),
    }),
  }),
  openContainerTerminal: endpoint({
    method: "POST",
    path: "docker/terminal",
    access: "docker_container_update",
    token: false,
    summary:
      "Start a shell in a running container, as its user. Containers that reach further into this machine than you may are for administrators.",
    input: z.object({ id: container, ...terminalSize }),
    output: z.object({ id }),
  }),
  openContainerLogs: endpoint({
    method: "POST",
    path: "docker/logs",
    access: "docker_view",
    token: false,
    summary: "Show the last lines that a container has written, and follow them, in a terminal.",
    input: z.object({ id: container, tail: z.number().int().min(0).max(10_000).default(500), ...terminalSize }),
    output: z.object({ id }),
  }),
};
