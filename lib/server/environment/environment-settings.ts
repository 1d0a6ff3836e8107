import { z } from "zod";
import { searchPaths, variables, type SearchPath } from "@/lib/contracts/environment";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import { isChangeableByOthers } from "@/lib/server/session/is-changeable-by-others";

export const searchPathsSetting = defineSetting({
  name: "search-paths",
  schema: searchPaths,
  fallback: { paths: [] },
  /** Throws environment/open-folder for one of administrators that others can put programs into. */
  async check({ paths }, { db }, { paths: before }) {
    const isNew = ({ path, audience }: SearchPath) =>
      audience !== "others" && !before.some((one) => one.path === path && one.audience !== "others");
    for (const { path } of paths.filter(isNew))
      if (await isChangeableByOthers(db, path)) throw new AppError("environment/open-folder", { folder: path });
  },
});

/** As endpoints have them, but for the values of secrets, which are sealed. */
const stored = z.object({
  variables: z.array(variables.shape.variables.element.extend({ value: z.string() })),
});
export type StoredVariable = z.output<typeof stored>["variables"][number];

export const variablesSetting = defineSetting({
  name: "variables",
  schema: stored,
  fallback: { variables: [] },
  isPortable: false,
});
