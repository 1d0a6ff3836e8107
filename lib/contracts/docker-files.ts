import { z } from "zod";
import { changing, containerName } from "./docker-fields";
import { endpoint } from "./endpoint";
import { empty, virtualPath } from "./fields";

export const dockerFiles = {
  openContainerFiles: endpoint({
    method: "POST",
    path: "docker/files",
    access: changing,
    token: false,
    summary:
      "Get the folder of a running container’s files, which becomes one of your places. Whoever may open a shell in it may; containers that reach further into this machine than you may are for administrators.",
    input: z.object({ id: containerName }),
    output: z.object({ folder: virtualPath }),
  }),
  closeContainerFiles: endpoint({
    method: "DELETE",
    path: "docker/files/{id}",
    access: changing,
    token: false,
    summary: "Take a container’s files, by its name, out of your places. Nothing in it changes.",
    input: z.object({ id: containerName }),
    output: empty,
  }),
};
