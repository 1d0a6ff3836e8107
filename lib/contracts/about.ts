import { z } from "zod";
import { installations, programNames } from "@/lib/shared/programs";
import { hostNeeds } from "@/lib/shared/terminals";
import { endpoint } from "./endpoint";
import { empty, hostPath } from "./fields";
import { settingEndpoints } from "./setting-endpoints";

const programPath = hostPath.refine((path) => !path.includes("\0"), { message: "must be a path" });
export const programPaths = z.object({ paths: z.partialRecord(z.enum(programNames), programPath) });

export const updates = z.object({
  on: z.boolean(),
  /** Answers with `{ "version": "1.2.3", "url": "https://…" }`; empty: nothing is asked. */
  url: z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(2_000)]),
});

const program = z.object({
  name: z.enum(programNames),
  /** Where it is; null: nowhere. */
  path: z.string().nullable(),
  /** What an administrator has named. */
  chosen: z.string().nullable(),
  version: z.string().nullable(),
  /** It is there and answers. */
  is_working: z.boolean(),
});
export type Program = z.output<typeof program>;

const state = z.object({
  version: z.string(),
  node: z.string(),
  system: z.string(),
  kernel: z.string(),
  architecture: z.string(),
  installation: z.enum(installations),
  /** In ms since 1970. */
  started_at: z.number(),
  now: z.number(),
  memory_bytes: z.number(),
  data: z.object({ path: z.string(), total: z.number(), free: z.number(), available: z.number() }),
  database: z.object({
    bytes: z.number(),
    /** By the command or the schedule; null: never, as far as the audit log goes back. */
    last_backup_at: z.number().nullable(),
    /** The last backup of the schedule went wrong. */
    has_backup_failed: z.boolean(),
    /** Others than administrators can open one that is not encrypted. */
    is_backup_exposed: z.boolean(),
  }),
  /** Whether the clock is set by the network; null: nobody says. */
  is_clock_synchronized: z.boolean().nullable(),
  connection: z.object({
    is_secure: z.boolean(),
    /** Who encrypts it, as far as the server knows. */
    way: z.enum(["plain", "proxy", "own"]),
    /** That the server listens on. */
    port: z.number(),
    /** The server's own; null: it has none. */
    certificate: z
      .object({
        names: z.array(z.string()),
        issuer: z.string(),
        is_self_signed: z.boolean(),
        expires_at: z.number(),
      })
      .nullable(),
    /** Where the server believes that this request came from. */
    address: z.string(),
    host: z.string(),
    public_url: z.string().nullable(),
    trusted_proxies: z.array(z.string()),
    /** Whether these have a secret to prove themselves with. */
    has_proxy_secret: z.boolean(),
    /** Whether they may say who somebody is. */
    is_named_by_proxy: z.boolean(),
  }),
  docker: z.object({ is_reachable: z.boolean(), version: z.string().nullable(), said: z.string() }),
  /** As `systemctl is-system-running` has it; null: there is none. */
  systemd: z.string().nullable(),
  /** What a container lacks for its host; null: this is none. */
  host_needs: z.array(z.enum(hostNeeds)).nullable(),
  /** Of terminals of all but administrators. */
  confinement: z.object({ has_bwrap: z.boolean(), landlock: z.number(), has_landlock: z.boolean() }),
});
export type ServerState = z.output<typeof state>;

export const aboutContract = {
  health: endpoint({
    method: "GET",
    path: "health",
    access: "public",
    summary: "Check that the server is running and can write into its database.",
    input: empty,
    output: z.object({ version: z.string() }),
  }),
  openapi: endpoint({
    method: "GET",
    path: "openapi.json",
    access: "public",
    bytes: true,
    summary: "Get this document.",
    input: empty,
    output: z.unknown(),
  }),
  getState: endpoint({
    method: "GET",
    path: "about/state",
    access: "outside_software_path",
    summary: "How the server is, and what around it works.",
    input: empty,
    output: state,
  }),
  listPrograms: endpoint({
    method: "GET",
    path: "about/programs",
    access: "outside_software_path",
    summary: "Programs of the system that Filedeck uses, and whether they are there.",
    input: empty,
    output: z.object({ programs: z.array(program) }),
  }),
  testProgram: endpoint({
    method: "POST",
    path: "about/programs/test",
    access: "outside_software_path",
    audit: false,
    summary: "Ask a program at a path for its version. One that others than administrators can change is not run.",
    input: z.object({ name: z.enum(programNames), path: programPath }),
    output: z.object({ version: z.string().nullable(), said: z.string(), is_working: z.boolean() }),
  }),
  ...settingEndpoints({
    name: "Programs",
    path: "setting/programs",
    schema: programPaths,
    write: "outside_software_path",
    confirm: true,
    summaries: [
      "Get the paths of programs that an administrator has named.",
      "Name the paths of programs, by their names. Programs that others than administrators can change are refused.",
    ],
  }),
  ...settingEndpoints({
    name: "Updates",
    path: "setting/updates",
    schema: updates,
    write: "outside_software_path",
    summaries: [
      "Get whether and where Filedeck looks for newer versions.",
      "Set whether and where Filedeck looks for newer versions. Off, it asks nobody.",
    ],
  }),
  findUpdate: endpoint({
    method: "POST",
    path: "about/updates",
    access: "outside_software_path",
    audit: false,
    summary: "Ask the address of the setting for the newest version, at most once an hour.",
    input: empty,
    output: z.object({
      version: z.string(),
      url: z.string().nullable(),
      is_newer: z.boolean(),
      at: z.number(),
    }),
  }),
};
