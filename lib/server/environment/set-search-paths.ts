import type { environmentContract } from "@/lib/contracts/environment";
import type { Service } from "@/lib/server/http/service";
import { assertOwnPart } from "./assert-own-part";
import { searchPathsSetting } from "./environment-settings";

export const setSearchPaths: Service<typeof environmentContract.setSearchPathsSetting> = async ({ paths }, ctx) => {
  assertOwnPart(ctx.actor, searchPathsSetting.get().paths, paths);
  return searchPathsSetting.write({ paths }, ctx);
};
