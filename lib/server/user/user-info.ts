import { preferences, type Preferences, type UserData, type userContract } from "@/lib/contracts/user";
import { terminalLook } from "@/lib/contracts/terminal-look";
import { AppError } from "@/lib/shared/errors";
import { negotiateLocale } from "@/lib/shared/locales";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { readSignInRules } from "@/lib/server/session/sign-in-rules";
import { defaultsSetting } from "@/lib/server/appearance/appearance-settings";
import type { Service } from "@/lib/server/http/service";

type Chosen = { [K in keyof Preferences]?: Preferences[K] | undefined };

const defaults: Preferences = {
  theme: "system",
  language: "zh",
  rtl: false,
  toastFactor: 1,
  singleKeys: true,
  showHidden: false,
  downloadFormat: "zip",
  textExtensions: [],
  terminal: terminalLook.parse({}),
  dashboard: { order: [], hidden: [] },
  pinnedUnits: [],
  putOffUploads: [],
};

/** Stored preferences over the defaults; a value that a newer or older version wrote differently is dropped alone. */
function parsePreferences(stored: unknown): Chosen {
  if (typeof stored !== "object" || stored === null) return {};
  const entries = Object.entries(stored).filter(
    ([name, value]) =>
      preferences
        .partial()
        .strict()
        .safeParse({ [name]: value }).success,
  );
  return preferences.partial().parse(Object.fromEntries(entries));
}

function toUserData(actor: Actor, { chosen, idleMinutes }: Read): UserData {
  return {
    ...preferences.parse({ ...defaults, ...chosen }),
    id: userIdOf(actor),
    username: actor.username,
    is_root: actor.isRoot,
    auth_list: [...actor.permissions],
    viewer: actor.viewer?.username ?? null,
    commands: actor.commands === null ? null : [...actor.commands],
    idle_minutes: idleMinutes,
  };
}

type Read = { chosen: Chosen; idleMinutes: number | null };

/** After how long without anything done the caller's session ends. */
async function readIdleMinutes({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<number | null> {
  const id = actor.sessionId;
  const session = id === null ? null : await db.session.findUnique({ where: { id }, select: { stays: true } });
  const { idle_minutes: idleMinutes, may_stay: mayStay } = readSignInRules();
  return session === null || (session.stays && mayStay) ? null : idleMinutes;
}

async function readChosen({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<Chosen> {
  const user = await db.user.findUnique({ where: { id: userIdOf(actor) }, select: { preferences: true } });
  if (user === null) throw new AppError("auth/required");
  return parsePreferences(user.preferences);
}

/** Until a language or a theme is chosen, that of the settings counts, or the browser's. */
export const getUserInfo: Service<typeof userContract.getUserInfo> = async (_, ctx) => ({
  user_data: await describe(ctx, await readChosen(ctx)),
});

export const updateUserInfo: Service<typeof userContract.updateUserInfo> = async (input, ctx) => {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const chosen = { ...(await readChosen(ctx)), ...given };
  await ctx.db.user.update({ where: { id: userIdOf(ctx.actor) }, data: { preferences: chosen } });
  return { user_data: await describe(ctx, chosen) };
};

async function describe(ctx: Ctx, chosen: Chosen): Promise<UserData> {
  const { language, theme } = defaultsSetting.get();
  const given = { language: language ?? negotiateLocale(ctx.request.language), theme };
  return toUserData(ctx.actor, { chosen: { ...given, ...chosen }, idleMinutes: await readIdleMinutes(ctx) });
}
