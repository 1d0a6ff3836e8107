import { z } from "zod";
import { variableNameProblem } from "@/lib/shared/variable-names";
import { hostPath } from "./fields";
import { settingEndpoints } from "./setting-endpoints";

const note = z.string().trim().max(200);
/** Whose terminals get it: `others` are those of all but administrators. */
export const audiences = ["everyone", "administrators", "others"] as const;
const audience = z.enum(audiences);

export const searchPath = z.object({
  path: hostPath.refine((path) => !/[:\0]/.test(path), { message: "must not hold a colon" }),
  note,
  audience,
});
export type SearchPath = z.output<typeof searchPath>;

/** A value as programs get it: anything but the sign that ends it. */
const value = z
  .string()
  .max(8192)
  .regex(/^[^\0]*$/);
const variable = z.object({
  name: z.string().refine((name) => variableNameProblem(name) === null, { message: "must not be called so" }),
  note,
  audience,
  isSecret: z.boolean(),
  /** An administrator has set it: only then others get one of a name that programs read. Without it, what an administrator adds or changes is. */
  isTrusted: z.boolean().optional(),
  /** Null: a secret, which is never shown; sent back, it stays as it is. */
  value: value.nullable(),
});
export type Variable = z.output<typeof variable>;

export const searchPaths = z.object({ paths: z.array(searchPath).max(50) });
export const variables = z.object({
  variables: z
    .array(variable)
    .max(100)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { message: "must not repeat a name" })
    // In a confined terminal a value is on the command line of what confines it, where every account of the machine can read it.
    .refine((all) => all.every(({ isSecret, audience }) => !isSecret || audience === "administrators"), {
      message: "must give secrets to administrators alone",
    }),
});

export const environmentContract = {
  ...settingEndpoints({
    name: "SearchPaths",
    path: "setting/search-paths",
    schema: searchPaths,
    write: "env_path_update",
    summaries: [
      "Get the folders that terminals search for programs after their own.",
      "Set the folders that terminals search for programs. Only administrators change what administrators’ terminals get.",
    ],
  }),
  ...settingEndpoints({
    name: "Variables",
    path: "setting/variables",
    schema: variables,
    write: "sys_env_setting_key",
    summaries: [
      "Get the global variables of terminals; values of secret ones are null.",
      "Set the global variables of terminals. A secret whose value is null keeps it. Only administrators change what administrators’ terminals get, and use names that programs may read; what they set themselves, or send with `isTrusted`, is in use.",
    ],
  }),
};
