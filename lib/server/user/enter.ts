import type { SignedIn } from "@/lib/contracts/signed-in";
import type { SignInWay } from "@/lib/contracts/sign-in-hook";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startSession } from "@/lib/server/session/start-session";
import { assertHookAllows } from "./hook/assert-hook-allows";

export type Entering = {
  userId: string;
  way: SignInWay;
  /** The wish to stay signed in. */
  stay: boolean;
  /** Whom the proxy in front named, when that is why. */
  proxyName?: string | null;
  /** A second factor is required, and has to be set up first. */
  factorMissing?: boolean;
};

/** Lets in somebody whose credentials fit: the last step of every way to sign in. Throws what {@link assertHookAllows} does. */
export async function enter(ctx: Ctx, { factorMissing = false, way, ...entering }: Entering): Promise<SignedIn> {
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: entering.userId },
    select: { id: true, username: true, isRoot: true },
  });
  await assertHookAllows(ctx, { user, way });
  return { token: await startSession(ctx, entering), factor_missing: factorMissing };
}
