import { z } from "zod";
import { endpoint } from "./endpoint";
import { grantFolder } from "./fields";

/** Part of the user contract: looking for the folders of a role or a user. */
export const grantFolders = {
  listFolders: endpoint({
    method: "GET",
    path: "user/folders",
    access: ["role_manage", "user_manage"],
    token: false,
    summary:
      "List folders that can be granted: those in a folder, or the top-level ones. By path on this server, or `sftp:<host id>/…` on SSH hosts whose files you have. Lists only what you can read (file_read).",
    input: z.object({ path: grantFolder.optional() }),
    output: z.object({
      /** Null where there is nothing above that the caller may see. */
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), path: z.string() })),
      /** There are more. */
      cut: z.boolean(),
    }),
  }),
  findMissingFolders: endpoint({
    method: "POST",
    path: "user/folders/missing",
    viewing: true,
    access: ["role_manage", "user_manage"],
    token: false,
    audit: false,
    summary:
      "Check which of these folders don’t exist. Considers only what you can read (file_read), and hosts that you are connected to.",
    input: z.object({ paths: z.array(grantFolder).max(600) }),
    output: z.object({ missing: z.array(z.string()) }),
  }),
};
