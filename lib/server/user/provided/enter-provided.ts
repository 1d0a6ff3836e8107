import type { SignedIn } from "@/lib/contracts/signed-in";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { enter, type Entering } from "@/lib/server/user/enter";
import { askSecondFactor } from "@/lib/server/user/factor/sign-in-second";
import { countsOf } from "@/lib/server/user/sign-in";

/**
 * Lets in somebody whom a provider or a proxy has signed in. The own second factor is asked for only where it is required here: what was asked for
 * there is not known to this server. Throws auth/second-factor.
 */
export async function enterProvided(ctx: Ctx, entering: Omit<Entering, "factorMissing">): Promise<SignedIn> {
  const { userId } = entering;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { role: true, ...factorCounts },
  });
  const isRequired = isFactorRequired(user);
  if (!isRequired || !hasFactor(user)) return enter(ctx, { ...entering, factorMissing: isRequired });
  const { factor } = await countsOf(ctx, user.username.toLowerCase(), userId);
  throw await askSecondFactor(ctx, { entering, passwordHash: user.passwordHash, counted: [], factorKey: factor });
}
