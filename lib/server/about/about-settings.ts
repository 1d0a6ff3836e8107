import { z } from "zod";
import { programPaths, updates, type aboutContract } from "@/lib/contracts/about";
import { isAppError } from "@/lib/shared/errors";
import { programNames } from "@/lib/shared/programs";
import type { Db } from "@/lib/server/db/open-db";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Service } from "@/lib/server/http/service";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
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

/** `lan`: whether it may be in the local network, as whoever named it could reach that. */
const storedUpdates = updates.extend({ lan: z.boolean().default(false) });

/** Nobody is asked unless an administrator wants it, and names whom. */
export const updatesSetting = defineSetting({
  name: "updates",
  schema: storedUpdates,
  fallback: { on: false, url: "", lan: false },
});

const described = ({ on, url }: z.output<typeof storedUpdates>) => ({ on, url });

export const getUpdatesSetting: Service<typeof aboutContract.getUpdatesSetting> = () =>
  Promise.resolve(described(updatesSetting.get()));

/** Throws outbound errors for an address that may not be reached by whoever names it. */
export const setUpdatesSetting: Service<typeof aboutContract.setUpdatesSetting> = async (input, ctx) => {
  const before = updatesSetting.get();
  const mayReachLan = ctx.actor.permissions.has("lan_access");
  const isOther = input.url !== before.url;
  if (isOther && !mayReachLan) await assertPublic(input.url);
  const lan = mayReachLan || (before.lan && !isOther);
  return described(await updatesSetting.write({ ...input, lan }, ctx));
};

/** What is not there now may be later: it is asked again then. */
async function assertPublic(url: string): Promise<void> {
  if (url === "") return;
  await resolveTarget(new URL(url), { lan: false }).catch((error: unknown) => {
    if (isAppError(error) && error.key === "outbound/lan") throw error;
  });
}
