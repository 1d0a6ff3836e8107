import { z } from "zod";
import { parseOwnProtected } from "@/lib/shared/protected-pattern";
import { endpoint } from "./endpoint";
import { empty, hostPath } from "./fields";
import { settingLocations } from "./setting-locations";
import { settingTransfer } from "./setting-transfer";

export const rootDir = z.object({
  index: z.number(),
  id: z.string(),
  /** The folder to begin in: the location itself, or in it the only one that the user may open. */
  start: z.string(),
  note: z.string(),
  path: z.string().optional(),
  writable: z.boolean(),
  /** On another machine, by SFTP. */
  remote: z.boolean(),
  /** The name of the container whose files are there; null for other places. */
  container: z.string().nullable(),
});
export type RootDir = z.infer<typeof rootDir>;

const ownProtected = z
  .string()
  .max(4096)
  .transform((text, context) => {
    const pattern = parseOwnProtected(text);
    if (pattern !== null) return pattern;
    context.addIssue({ code: "custom", message: "not a path of the form <root>/<name>/…" });
    return z.NEVER;
  });

export const settingContract = {
  ...settingTransfer,
  ...settingLocations,
  filesSetting: endpoint({
    method: "GET",
    path: "setting/filesSetting",
    direct: true,
    access: "session",
    summary: "List your locations.",
    input: empty,
    output: z.object({ dirs: z.array(rootDir) }),
  }),
  getProtectedPaths: endpoint({
    method: "GET",
    path: "setting/protected",
    direct: true,
    access: "sys_protection_dir",
    summary: "List the paths that nobody can delete, move, or rename.",
    input: empty,
    output: z.object({ paths: z.array(z.string()) }),
  }),
  setProtectedPaths: endpoint({
    method: "POST",
    path: "setting/protected",
    access: "sys_protection_dir",
    summary: "Change the protected paths.",
    input: z.object({ paths: z.array(hostPath).max(500) }),
    output: empty,
  }),
  getOwnProtected: endpoint({
    method: "GET",
    path: "setting/protected/own",
    direct: true,
    access: "session",
    token: false,
    summary: "List your own protected paths.",
    input: empty,
    output: z.object({ paths: z.array(z.string()) }),
  }),
  setOwnProtected: endpoint({
    method: "POST",
    path: "setting/protected/own",
    access: "session",
    token: false,
    summary: "Change your own protected paths: `<root>/a`, `<root>/a/*`, or `<root>/a/**`.",
    input: z.object({ paths: z.array(ownProtected).max(200) }),
    output: empty,
  }),
};
