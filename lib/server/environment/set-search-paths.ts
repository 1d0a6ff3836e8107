import type { environmentContract } from "@/lib/contracts/environment";
import { describeChanges } from "@/lib/server/base/describe-changes";
import type { Service } from "@/lib/server/http/service";
import { assertOwnPart } from "./assert-own-part";
import { searchPathsSetting } from "./environment-settings";

export const setSearchPaths: Service<typeof environmentContract.setSearchPathsSetting> = async ({ paths }, ctx) => {
  assertOwnPart(ctx.actor, searchPathsSetting.get().paths, paths);
  const before = searchPathsSetting.get().paths;
  const saved = await searchPathsSetting.write({ paths }, ctx);
  ctx.about(null, describeChanges({ paths: before }, { paths: saved.paths }));
  return saved;
};
