import type { z } from "zod";
import { programPaths, updates } from "@/lib/contracts/about";
import { programNames } from "@/lib/shared/programs";
import type { Db } from "@/lib/server/db/open-db";
import { defineSetting } from "@/lib/server/group/define-setting";
import { choosePrograms } from "@/lib/server/process/programs";
import { assertProgram, isTrustedProgram } from "./assert-program";

export const programsSetting = defineSetting({
  name: "programs",
  schema: programPaths,
  fallback: { paths: {} },
  async check({ paths }, ctx, { paths: before }) {
    for (const name of programNames) {
      const path = paths[name];
      if (path !== undefined && path !== before[name]) await assertProgram(name, path, ctx);
    }
  },
  onChanged: ({ paths }, { db }) => applyPrograms(db, { paths }),
});

/** Makes the server run these, as long as they may be run. */
export function applyPrograms(db: Db, { paths }: z.output<typeof programPaths>): void {
  choosePrograms(paths, (name, path) => isTrustedProgram(db, name, path));
}

/** Nobody is asked unless an administrator wants it, and names whom. */
export const updatesSetting = defineSetting({
  name: "updates",
  schema: updates,
  fallback: { on: false, url: "" },
});
