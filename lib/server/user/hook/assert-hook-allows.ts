import { askHookCode } from "@/lib/contracts/audited-actions";
import type { SignInWay } from "@/lib/contracts/sign-in-hook";
import { AppError, isAppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createWaits } from "@/lib/server/base/waits";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { askHook, type HookVerdict } from "./ask-hook";
import { hookSetting, readHookSecret } from "./hook-setting";

type Entering = { user: { id: string; username: string; isRoot: boolean }; way: SignInWay };

const wait = createWaits(limits.askedElsewhere.hook);
const never = new AbortController().signal;

/**
 * Asks the other server whether this user may sign in, where there is one. Administrators at the server itself are not asked about: a veto must not lock
 * out who could end it. Nor are they anywhere where none of them has set it: they stand above who has. Throws auth/hook-denied, auth/hook-denied-because, auth/hook-away.
 */
export async function assertHookAllows(ctx: Ctx, { user, way }: Entering): Promise<void> {
  const hook = hookSetting.get();
  if (!hook.enabled || (way === "token" && !hook.tokens)) return;
  if (user.isRoot && (ctx.request.isLocal || !hook.by_administrator)) return;
  // Others must not wait for the other server.
  ctx.leaveTurn?.();
  const { address, agent } = ctx.request;
  const question = { username: user.username, address, agent: agent.slice(0, 256), way };
  const ask = () => askHook({ hook, secret: readHookSecret(hook) }, question, never);
  // Too many count as not answered.
  const verdict = await wait(user.id, ask).catch((error: unknown): HookVerdict => {
    if (isAppError(error)) return { outcome: "unanswered", error };
    throw error;
  });
  if (verdict.outcome === "allow") return;
  if (verdict.outcome !== "unanswered")
    throw verdict.message === ""
      ? new AppError("auth/hook-denied")
      : new AppError("auth/hook-denied-because", { message: verdict.message });
  ctx.log.warn({ err: verdict.error }, "the server that is asked about sign-ins does not answer");
  getApp().audit.record({
    atMs: Date.now(),
    userId: user.id,
    username: user.username,
    address,
    action: askHookCode,
    target: new URL(hook.url).origin,
    outcome: verdict.error.key,
    requestId: ctx.request.id,
  });
  if (hook.unanswered === "deny") throw new AppError("auth/hook-away", {}, { cause: verdict.error });
}
