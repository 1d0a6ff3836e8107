import { aboutContract } from "@/lib/contracts/about";
import { defineSetting } from "@/lib/server/group/define-setting";

export const programsSetting = defineSetting({
  name: "programs",
  schema: aboutContract.getProgramsSetting.output,
  fallback: { paths: {} },
});
/** Nobody is asked unless an administrator wants it, and names whom. */
export const updatesSetting = defineSetting({
  name: "updates",
  schema: aboutContract.getUpdatesSetting.output,
  fallback: { on: false, url: "" },
});
