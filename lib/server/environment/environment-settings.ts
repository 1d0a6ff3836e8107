import { z } from "zod";
import { searchPaths, variables } from "@/lib/contracts/environment";
import { defineSetting } from "@/lib/server/group/define-setting";

export const searchPathsSetting = defineSetting({ name: "search-paths", schema: searchPaths, fallback: { paths: [] } });

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
