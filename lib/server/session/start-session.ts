import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import { noteConfirmed } from "./confirmation";
import { afterlifeDays, dayMs, encodeSessionCookie } from "./cookie";
import { endSessions } from "./end-sessions";
import { keepDevice } from "./known-device";
import { findNewDevice } from "./find-new-device";
import { readSignInRules } from "./sign-in-rules";
import { writeWhile, type Finding } from "./still-holds";
import { hashToken } from "@/lib/server/base/keys";

const maxSessionsPerUser = 50;

type Entering = {
  userId: string;
  /** The wish to stay signed in, granted where the rules allow it: the browser keeps the cookie, and doing nothing ends nothing. */
  stay: boolean;
  /** Whom the proxy in front named, when that is why: the session ends with it. */
  proxyName?: string | null;
  /** What let the user in. */
  found: readonly Finding[];
};

/**
 * Makes a session for the user, gives the browser its cookie and returns the half that goes to local storage. Throws auth/second-factor-late where what let
 * them in holds no more.
 */
export async function startSession(
  ctx: Pick<Ctx, "db" | "request" | "browser">,
  { userId, stay, proxyName = null, found }: Entering,
): Promise<string> {
  const { max_days: maxDays, may_stay: mayStay } = readSignInRules();
  const stays = stay && mayStay;
  const id = randomId(22);
  const token = randomId(43);
  const expiresAt = new Date(Date.now() + maxDays * dayMs);
  const { address, agent } = ctx.request;
  const tellOfDevice = await findNewDevice(ctx, userId);
  const data = {
    id,
    userId,
    tokenHash: hashToken(token),
    address,
    agent: agent.slice(0, 256),
    expiresAt,
    stays,
    proxyName,
    activeAt: new Date(),
  };
  await writeWhile(ctx.db, { userId, found, otherwise: "auth/second-factor-late" }, [ctx.db.session.create({ data })]);
  tellOfDevice();
  noteConfirmed(id);
  await dropOldSessions(ctx, userId);
  const keys = getApp().keys;
  ctx.browser.signIn({
    userId,
    cookie: await encodeSessionCookie(keys, id),
    expiresAt: stays ? new Date(expiresAt.getTime() + afterlifeDays * dayMs) : null,
  });
  keepDevice(ctx, keys, userId);
  return token;
}

async function dropOldSessions({ db }: Pick<Ctx, "db">, userId: string): Promise<void> {
  const extra = await db.session.findMany({
    where: { userId },
    orderBy: { lastSeenAt: "desc" },
    skip: maxSessionsPerUser,
    select: { id: true },
  });
  if (extra.length > 0) await endSessions(db, { id: { in: extra.map((row) => row.id) } }, "crowded");
  await db.session.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - afterlifeDays * dayMs) } } });
}
