import type { SignedIn } from "@/lib/contracts/signed-in";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { noFactor } from "@/lib/server/session/still-holds";
import { accountOf } from "@/lib/server/session/throttle";
import { enter, type Entering } from "@/lib/server/user/enter";
import { askSecondFactor } from "@/lib/server/user/factor/sign-in-second";
import { countsOf } from "@/lib/server/user/sign-in";

/**
 * Lets in somebody whom a provider or a proxy has signed in. The own second factor is asked for only where it is required here: what was asked for
 * there is not known to this server. Throws auth/second-factor.
 */
export async function enterProvided(ctx: Ctx, entering: Omit<Entering, "factorMissing">): Promise<SignedIn> {
  const { userId } = entering;
  const user = await ctx.db.user.findUnique({ where: { id: userId }, include: { role: true, ...factorCounts } });
  if (user === null) throw new AppError("auth/second-factor-late");
  if (!isFactorRequired(user)) return enter(ctx, entering);
  if (!hasFactor(user)) return enter(ctx, { ...entering, found: [...entering.found, noFactor], factorMissing: true });
  const { factor } = await countsOf(ctx, accountOf(user.username), userId);
  const found = [...entering.found, { passwordHash: user.passwordHash }];
  throw await askSecondFactor(ctx, { entering: { ...entering, found }, counted: [], factorKey: factor });
}
