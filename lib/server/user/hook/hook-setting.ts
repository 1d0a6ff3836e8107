import { storedHook, type HookSetting, type StoredHook } from "@/lib/contracts/sign-in-hook";
import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertRoot } from "@/lib/server/http/assert-root";
import { addressedSecret } from "@/lib/server/session/addressed-secret";
import { assertHolds, askerOf } from "@/lib/server/session/still-holds";
import { hookSettingName } from "./hook-setting-name";
import { askHook, type HookVerdict } from "./ask-hook";

export const hookSetting = defineSetting<StoredHook>({
  name: hookSettingName,
  schema: storedHook,
  fallback: {
    enabled: false,
    url: "",
    allow_private: false,
    timeout_seconds: 5,
    unanswered: "deny",
    tokens: false,
    sealed_secret: "",
    by_administrator: true,
  },
  /**
   * Where no answer refuses, one that does not answer would let in nobody but administrators at the server itself: throws auth/hook-unanswered. It takes its time:
   * throws auth/hook-changed where somebody else, or `stop-sign-in-check`, has set it meanwhile, and auth/required where the session that asks has ended.
   */
  async check(value, ctx, before) {
    if (!value.enabled || value.unanswered !== "deny" || asksAlike(value, before)) return;
    const answer = await askAboutSelf(value, ctx);
    if (answer.outcome === "unanswered") throw new AppError("auth/hook-unanswered", {}, { cause: answer.error });
    await assertHolds(ctx.db, askerOf(ctx.actor));
    if (hookSetting.get() !== before) throw new AppError("auth/hook-changed");
  },
});

const hookSecret = addressedSecret("sign-in hook");

export const getHookSetting: Service<typeof userContract.getHookSetting> = async () => describe(hookSetting.get());

/**
 * One that is on and that an administrator has set stands above all others, who neither change it nor turn it off: throws auth/root-only. Throws
 * auth/forbidden for private addresses without lan_access, auth/hook-unanswered and auth/hook-changed.
 */
export const setHookSetting: Service<typeof userContract.setHookSetting> = async (input, ctx) => {
  const now = hookSetting.get();
  if (now.enabled && now.by_administrator) assertRoot(ctx);
  const value = toStored(input, ctx);
  ctx.about(value.enabled ? new URL(value.url).origin : "");
  return describe(await hookSetting.write(value, ctx));
};

/** As {@link setHookSetting}, and only asks. */
export const testHook: Service<typeof userContract.testHook> = async (input, ctx) => {
  const value = toStored(input, ctx);
  if (value.url === "") throw new AppError("request/invalid", { field: "url", problem: "is needed" });
  const startMs = performance.now();
  const answer = await askAboutSelf(value, ctx);
  const message = answer.outcome === "unanswered" ? answer.error.key : answer.message;
  return { outcome: answer.outcome, message, took_ms: Math.round(performance.now() - startMs) };
};

function askAboutSelf(hook: StoredHook, { actor, request, signal }: Ctx): Promise<HookVerdict> {
  const { address, agent } = request;
  const question = { username: actor.username, address, agent, way: "password", test: true } as const;
  return askHook({ hook, secret: readHookSecret(hook) }, question, signal);
}

/** As it was asked already, with the same at stake. */
function asksAlike(value: StoredHook, before: StoredHook): boolean {
  const fields = ["enabled", "url", "allow_private", "timeout_seconds", "unanswered", "sealed_secret"] as const;
  return fields.every((name) => value[name] === before[name]);
}

type Input = Parameters<typeof setHookSetting>[0];

/** Without a secret, what is asked is signed with one that nobody knows. */
function toStored({ secret, ...fields }: Input, { actor }: Pick<Ctx, "actor">): StoredHook {
  const now = hookSetting.get();
  // What somebody else has allowed holds for their address alone.
  const isAllowed = now.allow_private && fields.url === now.url;
  if (fields.allow_private && !isAllowed && !actor.permissions.has("lan_access"))
    throw new AppError("auth/forbidden", { permission: "lan_access" });
  const kept = fields.url === now.url ? now.sealed_secret : null;
  const sealed = hookSecret.sealed({ secret, address: fields.url }, kept);
  return { ...fields, sealed_secret: sealed, by_administrator: actor.isRoot };
}

/** The key of its signatures. */
export function readHookSecret({ sealed_secret: sealed, url }: StoredHook): string {
  return hookSecret.read(sealed, url) ?? randomId(43);
}

function describe(hook: StoredHook): HookSetting {
  const { sealed_secret: sealed, by_administrator: _, ...fields } = hook;
  return { ...fields, has_secret: sealed !== "" };
}
