import { z } from "zod";
import { endpoint, type Access } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";
import { settingEndpoints } from "./setting-endpoints";

const write = "filecat_file_context_update_upload_created_copy_decompression";
const remove = "filecat_file_delete_cut_rename";
const change = ["filecat_file_context_update", write] as const;

type DavMethod = { access: Access; audit: boolean };

/**
 * The methods below `<base>/dav/` (RFC 4918 and partial PUT), each with the permission that the JSON endpoint of the same effect
 * asks for. They are no endpoints: address, input and answer are the protocol's.
 */
export const davMethods = {
  OPTIONS: { access: "public", audit: false },
  PROPFIND: { access: "file_read", audit: false },
  GET: { access: "file_read", audit: false },
  HEAD: { access: "file_read", audit: false },
  PUT: { access: write, audit: true },
  PATCH: { access: change, audit: true },
  MKCOL: { access: write, audit: true },
  COPY: { access: write, audit: true },
  MOVE: { access: remove, audit: true },
  DELETE: { access: remove, audit: true },
  PROPPATCH: { access: change, audit: true },
  LOCK: { access: [...change, remove], audit: false },
  UNLOCK: { access: [...change, remove], audit: false },
} as const satisfies Record<string, DavMethod>;
export type DavMethodName = keyof typeof davMethods;

export const davSetting = z.object({ on: z.boolean() });

const appPassword = z.object({
  id,
  name: z.string(),
  /** The one root that it opens; null for all of the user's. */
  root: z.string().nullable(),
  read_only: z.boolean(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
});

export const davContract = {
  ...settingEndpoints({
    name: "Dav",
    path: "dav/setting",
    schema: davSetting,
    read: ["webdav_setting", "webdav"],
    write: "webdav_setting",
    summaries: ["Get whether WebDAV is turned on.", "Turn WebDAV on or off."],
  }),
  listAppPasswords: endpoint({
    method: "GET",
    path: "dav/passwords",
    access: "webdav",
    token: false,
    summary: "List your WebDAV passwords, without the passwords themselves.",
    input: empty,
    output: lists({ passwords: z.array(appPassword) }),
  }),
  createAppPassword: endpoint({
    method: "POST",
    path: "dav/passwords",
    access: "webdav",
    token: false,
    confirm: true,
    summary: "Create a WebDAV password. It is returned only once. Requires a recently confirmed password.",
    input: z.object({
      name: z.string().trim().min(1).max(64),
      root: z.string().min(1).max(64).nullable().default(null),
      read_only: z.boolean().default(false),
    }),
    output: z.object({ id, secret: z.string() }),
  }),
  revokeAppPassword: endpoint({
    method: "DELETE",
    path: "dav/passwords/{id}",
    access: "webdav",
    token: false,
    summary: "Revoke one of your WebDAV passwords.",
    input: z.object({ id }),
    output: empty,
  }),
};
