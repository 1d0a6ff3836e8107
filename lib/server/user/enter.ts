import type { SignedIn } from "@/lib/contracts/signed-in";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startSession } from "@/lib/server/session/start-session";

export type Entering = {
  userId: string;
  /** The wish to stay signed in. */
  stay: boolean;
  /** Whom the proxy in front named, when that is why. */
  proxyName?: string | null;
  /** A second factor is required, and has to be set up first. */
  factorMissing?: boolean;
};

/** Lets in somebody whose credentials fit: the last step of every way to sign in. */
export async function enter(ctx: Ctx, { factorMissing = false, ...entering }: Entering): Promise<SignedIn> {
  return { token: await startSession(ctx, entering), factor_missing: factorMissing };
}
