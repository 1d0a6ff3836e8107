import { z } from "zod";

/** For who may see or change all containers, and who has rules on some: the services ask which. */
export const seeing = ["docker_view", "docker_container_rule"] as const;
export const changing = ["docker_container_update", "docker_container_rule"] as const;

/** Of a container: its id, or its name. */
export const containerName = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, { message: "must be the name or the id of a container" });
