import { signInRules } from "@/lib/contracts/sign-in-rules";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import { forgetActors } from "@/lib/server/session/find-actor";
import { defaultSignInRules } from "@/lib/server/session/sign-in-rules";
import { getOwnFactors } from "./factor/change-factors";

/**
 * Whether a second factor is required, and who may use a password, is for administrators to say; the former only once they have one: who turns it on
 * knows then that it works. Throws auth/forbidden and user/factor-first.
 */
export const signInSetting = defineSetting({
  name: "signIn",
  schema: signInRules,
  fallback: defaultSignInRules,
  async check(value, ctx, now) {
    if (value.passwords !== now.passwords && !ctx.actor.isRoot)
      throw new AppError("auth/forbidden", { permission: "is_root" });
    if (value.second_factor === now.second_factor) return;
    if (!ctx.actor.isRoot) throw new AppError("auth/forbidden", { permission: "is_root" });
    if (value.second_factor !== "optional" && !(await getOwnFactors(ctx)).has) throw new AppError("user/factor-first");
  },
  onChanged: () => forgetActors(),
});
