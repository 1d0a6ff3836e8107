import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, hostPath } from "./fields";
import { trashSetting } from "./trash";

export const rootDir = z.object({
  index: z.number(),
  id: z.string(),
  note: z.string(),
  path: z.string().optional(),
  writable: z.boolean(),
});
export type RootDir = z.infer<typeof rootDir>;

export const settingContract = {
  filesSetting: endpoint({
    method: "GET",
    path: "setting/filesSetting",
    access: "session",
    hot: true,
    summary: "The roots of the caller.",
    input: empty,
    output: z.object({ dirs: z.array(rootDir) }),
  }),
  getProtectedPaths: endpoint({
    method: "GET",
    path: "setting/protected",
    access: "sys_protection_dir",
    summary: "Paths that nobody deletes, moves or renames.",
    input: empty,
    output: z.object({ paths: z.array(z.string()) }),
  }),
  setProtectedPaths: endpoint({
    method: "POST",
    path: "setting/protected",
    access: "sys_protection_dir",
    token: false,
    summary: "Change the protected paths.",
    input: z.object({ paths: z.array(hostPath).max(500) }),
    output: empty,
  }),
  getTrashSetting: endpoint({
    method: "GET",
    path: "setting/trash",
    access: "recycle_file_save",
    summary: "Whether deleted entries go to the trash, how long and how many are kept.",
    input: empty,
    output: trashSetting,
  }),
  setTrashSetting: endpoint({
    method: "POST",
    path: "setting/trash",
    access: "recycle_file_save",
    token: false,
    summary: "Change the trash's settings.",
    input: trashSetting,
    output: empty,
  }),
};
