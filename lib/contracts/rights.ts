import { z } from "zod";
import { containerActions, containerRights } from "@/lib/shared/container-rules";
import { fileActionNames } from "@/lib/shared/file-actions";
import { endpoint } from "./endpoint";
import { containerName } from "./docker-fields";
import { anyPlace, empty, id, permission } from "./fields";

/** Where a right comes from: `root` is being an administrator. */
const source = z.enum(["root", "user", "role"]);
export type RightSource = z.output<typeof source>;

/** Which of a source's lists decides at a path: what is in none of them is denied, but of a host or a container that none of them names all is allowed. */
const folderRule = z.enum(["unlimited", "access", "read_only", "denied", "unlisted", "whole_host", "whole_container"]);
export type FolderRule = z.output<typeof folderRule>;

const check = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("account"), ok: z.boolean() }),
  z.object({
    kind: z.literal("permission"),
    ok: z.boolean(),
    /** Any one of them would do. */
    any: z.array(permission),
    held: z.array(z.object({ name: permission, from: z.array(source) })),
  }),
  z.object({
    kind: z.literal("folders"),
    ok: z.boolean(),
    source,
    rule: folderRule,
    /** The folder of the list; null where no list names one. */
    dir: z.string().nullable(),
  }),
  /** Of a path in a container: whether its files may be opened. */
  z.object({
    kind: z.literal("container"),
    ok: z.boolean(),
    name: z.string(),
    /** Neither a permission nor a rule shows it, or lets a shell be opened; it reaches more of the machine than the user; it does not run. */
    problem: z.enum(["unseen", "no_shell", "reaches_further", "stopped"]).nullable(),
  }),
  /** Of an action on a container: the rules that allow it. `permission`: what would allow it for all containers. */
  z.object({
    kind: z.literal("container_rules"),
    ok: z.boolean(),
    name: z.string(),
    permission,
    held: z.array(source),
    rules: z.array(z.object({ match: z.string(), from: source })),
  }),
  /** The location that has the path. `opens`: there is none yet, and the user can open it: a container. */
  z.object({ kind: z.literal("location"), ok: z.boolean(), name: z.string().nullable(), opens: z.boolean() }),
  /** Filedeck's own data is for nobody. */
  z.object({ kind: z.literal("own_data"), ok: z.boolean() }),
  /** Of what is removed: nothing below it may be denied or read-only. */
  z.object({ kind: z.literal("inside"), ok: z.boolean() }),
  z.object({ kind: z.literal("protected"), ok: z.boolean(), pattern: z.string().nullable() }),
]);
export type AccessCheck = z.output<typeof check>;

/** Part of the user contract: what users may do, and why. */
export const rights = {
  getRights: endpoint({
    method: "GET",
    path: "user/users/{id}/rights",
    access: "user_manage",
    summary:
      "Get what a user may do in the end, and whether it comes from the user, the role, or being an administrator.",
    input: z.object({ id }),
    output: z.object({
      username: z.string(),
      is_root: z.boolean(),
      disabled: z.boolean(),
      role: z.object({ id, name: z.string() }).nullable(),
      permissions: z.array(z.object({ name: permission, from: z.array(source) })),
      /** Rules that open single containers, and what they allow there beside seeing them; permissions for all containers are above. */
      containers: z.array(z.object({ match: z.string(), may: z.array(z.enum(containerRights)), from: source })),
      /** Where the user may be at all, with what is allowed at its top; of the places that the caller may see. */
      locations: z.array(
        z.object({
          name: z.string(),
          path: z.string(),
          access: z.enum(["partly", "read", "write"]),
          /** Folders inside it where something else is allowed than around them, and who says so. */
          exceptions: z.array(
            z.object({ path: z.string(), access: z.enum(["none", "read", "write"]), from: z.array(source) }),
          ),
          /** More of them, which are not listed. */
          more: z.number().int(),
        }),
      ),
    }),
  }),
  viewAs: endpoint({
    method: "POST",
    path: "user/users/{id}/view",
    access: "user_manage",
    token: false,
    confirm: true,
    summary:
      "View the console as another user does, in all tabs of this session, without changing anything. For administrators, and not of administrators.",
    input: z.object({ id }),
    output: empty,
  }),
  stopViewing: endpoint({
    method: "POST",
    path: "user/view/stop",
    access: "any-session",
    token: false,
    viewing: true,
    summary: "View the console as yourself again.",
    input: empty,
    output: empty,
  }),
  explainAccess: endpoint({
    method: "GET",
    path: "user/users/{id}/rights/explain",
    access: "user_manage",
    summary:
      "Explain why a user may or may not do something: an action on a path of this server, of an SSH host (`sftp:<host id>/…`), or in a container (`container:<name>/…`), an action on a container, or what a permission stands for. Links are followed only where you may read.",
    input: z.object({
      id,
      action: z.union([z.enum(fileActionNames), z.enum(containerActions), permission]),
      /** Only of actions on files. */
      path: anyPlace.optional(),
      /** Only of actions on containers. */
      container: containerName.optional(),
    }),
    output: z.object({
      allowed: z.boolean(),
      /** Where the path leads, if that is elsewhere. */
      real: z.string().nullable(),
      /** All that was looked at, in this order; what is not ok refuses. */
      checks: z.array(check),
    }),
  }),
};
