import { programPaths, updates } from "@/lib/contracts/about";
import { programNames } from "@/lib/shared/programs";
import { defineSetting } from "@/lib/server/group/define-setting";
import { choosePrograms } from "@/lib/server/process/programs";
import { assertProgram } from "./assert-program";

export const programsSetting = defineSetting({
  name: "programs",
  schema: programPaths,
  fallback: { paths: {} },
  async check({ paths }, { actor }, { paths: before }) {
    for (const name of programNames) {
      const path = paths[name];
      if (path !== undefined && path !== before[name]) await assertProgram(name, path, actor);
    }
  },
  onChanged: ({ paths }) => choosePrograms(paths),
});
/** Nobody is asked unless an administrator wants it, and names whom. */
export const updatesSetting = defineSetting({
  name: "updates",
  schema: updates,
  fallback: { on: false, url: "" },
});
