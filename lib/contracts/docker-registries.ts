import { z } from "zod";
import { parseRegistryHost } from "@/lib/shared/image-reference";
import { endpoint } from "./endpoint";
import { empty } from "./fields";
import { lists } from "./lists";

/** Host and port, as names of images have them. */
const host = z
  .string()
  .trim()
  .max(255)
  .transform((text, context) => {
    const parsed = parseRegistryHost(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "must be a host, with a port if need be" });
    return z.NEVER;
  });

const registry = z.object({
  host: z.string(),
  username: z.string(),
  /** When the registry last took them; null: never. */
  checked_at: z.number().nullable(),
});
export type RegistryInfo = z.output<typeof registry>;

/** Part of the docker contract. */
export const dockerRegistries = {
  listRegistries: endpoint({
    method: "GET",
    path: "docker/registries",
    access: "docker_registry",
    token: false,
    summary: "List the registries that the server can sign in to. Passwords are never told.",
    input: empty,
    output: lists({ registries: z.array(registry) }),
  }),
  saveRegistry: endpoint({
    method: "POST",
    path: "docker/registries",
    access: "docker_registry",
    token: false,
    confirm: true,
    summary:
      "Keep how the server signs in to a registry, for all who may pull images. The registry is asked first; what it refuses is not kept. Registries in private networks need lan_access.",
    input: z.object({
      host,
      username: z.string().trim().min(1).max(256),
      /** A password or a token; null: the one that is kept. */
      secret: z.string().min(1).max(8_192).nullable(),
    }),
    output: empty,
  }),
  testRegistry: endpoint({
    method: "POST",
    path: "docker/registries/test",
    access: "docker_registry",
    token: false,
    audit: false,
    summary: "Sign in to a registry with what is kept for it, to see whether it still works.",
    input: z.object({ host }),
    output: empty,
  }),
  removeRegistry: endpoint({
    method: "DELETE",
    path: "docker/registries",
    access: "docker_registry",
    token: false,
    summary: "Forget how the server signs in to a registry.",
    input: z.object({ host }),
    output: empty,
  }),
};
