import type { SignedIn } from "@/lib/contracts/signed-in";
import type { SignInWay } from "@/lib/contracts/sign-in-hook";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startSession } from "@/lib/server/session/start-session";
import type { Finding } from "@/lib/server/session/still-holds";
import { assertHookAllows } from "./hook/assert-hook-allows";

export type Entering = {
  userId: string;
  way: SignInWay;
  /** The wish to stay signed in. */
  stay: boolean;
  /** Whom the proxy in front named, when that is why. */
  proxyName?: string | null;
  /** What fits of their credentials, and must do so still when the session is made. */
  found: readonly Finding[];
  /** A second factor is required, and has to be set up first. */
  factorMissing?: boolean;
};

/** Lets in somebody whose credentials fit: the last step of every way to sign in. Throws what {@link assertHookAllows} and {@link startSession} do. */
export async function enter(ctx: Ctx, { factorMissing = false, way, ...entering }: Entering): Promise<SignedIn> {
  const user = await ctx.db.user.findUnique({
    where: { id: entering.userId },
    select: { id: true, username: true, isRoot: true },
  });
  if (user === null) throw new AppError("auth/second-factor-late");
  await assertHookAllows(ctx, { user, way });
  return { token: await startSession(ctx, entering), factor_missing: factorMissing };
}
