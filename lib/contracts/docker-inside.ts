import { z } from "zod";
import { changing, containerName, seeing } from "./docker-fields";
import { endpoint } from "./endpoint";

const one = z.object({ id: containerName });

/** What Docker knows of a container beyond its row and its details. */
export const dockerInside = {
  listContainerProcesses: endpoint({
    method: "GET",
    path: "docker/containers/{id}/processes",
    direct: true,
    access: changing,
    summary:
      "The processes of a running container, 500 at most, for who may open a shell in it. Their numbers are those of this machine.",
    input: one,
    output: z.object({
      processes: z.array(
        z.object({
          pid: z.number(),
          /** The account that this machine takes it for. */
          user: z.string(),
          command: z.string(),
          /** Of one processor, in per cent since it began; null where the machine does not say. */
          cpu: z.number().nullable(),
          /** Bytes. */
          memory: z.number().nullable(),
        }),
      ),
    }),
  }),
  listContainerEvents: endpoint({
    method: "GET",
    path: "docker/containers/{id}/events",
    access: seeing,
    summary:
      "What has happened to a container lately, the latest first. Docker forgets early: it keeps 256 events of all that it runs.",
    input: one,
    output: z.object({
      events: z.array(
        z.object({
          at: z.number(),
          /** Docker’s word, such as `start`, `die`, and `health_status: healthy`. */
          action: z.string(),
          exit_code: z.number().nullable(),
          signal: z.number().nullable(),
        }),
      ),
    }),
  }),
  inspectContainer: endpoint({
    method: "GET",
    path: "docker/containers/{id}/inspect",
    access: "docker_view",
    token: false,
    summary: "All that Docker says of a container, as JSON. For administrators: it holds the environment.",
    input: one,
    output: z.object({ text: z.string() }),
  }),
};
