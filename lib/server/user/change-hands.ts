import { lockAccountCode } from "@/lib/contracts/audited-actions";
import { stopForward } from "@/lib/server/ssh/forward/live-forwards";
import { endConnections } from "@/lib/server/ssh/connections";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { tellUser } from "@/lib/server/runtime/tell-user";
import type { Prisma } from "@/lib/server/db/generated/client";
import { terminalsOf, removeTerminal } from "@/lib/server/terminal/terminals";
import type { Account } from "./assert-may-administer";
import type { UserRow } from "./change-accounts";

type By = { ctx: Pick<Ctx, "db" | "actor" | "request">; actor: Account; user: UserRow };

/**
 * Changes an account so that somebody else can sign in as its user, and takes from it what they shall not have by that
 * (docs/decisions/0079-accounts-that-change-hands.md). Nobody's own account is concerned. Its sessions are ended by the caller.
 */
export async function changeHands({ ctx, actor, user }: By, data: Prisma.UserUpdateInput): Promise<void> {
  const { db } = ctx;
  const { id } = user;
  if (actor.id === id) return void (await db.user.update({ where: { id }, data }));
  const [where, isLocking] = [{ userId: id }, !actor.isRoot];
  await db.$transaction([
    db.user.update({ where: { id }, data: { ...data, resetAt: isLocking ? new Date() : null } }),
    db.apiToken.deleteMany({ where }),
    db.appPassword.deleteMany({ where }),
    ...(isLocking ? [db.sshHost.updateMany({ where, data: { password: null } })] : dropAddedSince(ctx, user)),
  ]);
  if (isLocking) {
    await endWhatRuns(ctx, id);
    recordLock(ctx, user.username);
  }
  tellUser({
    userId: id,
    message: {
      kind: "security",
      importance: "warning",
      words: isLocking ? "accountReset" : "passwordReset",
      params: { name: actor.username },
      link: "/account",
    },
  });
}

/** Ways in that whoever could sign in meanwhile may have made for themselves. */
function dropAddedSince({ db }: Pick<Ctx, "db">, { id: userId, resetAt }: UserRow) {
  if (resetAt === null) return [];
  const where = { userId, createdAt: { gte: resetAt } };
  return [
    db.passkey.deleteMany({ where }),
    db.totp.deleteMany({ where }),
    db.identity.deleteMany({ where: { ...where, isOrigin: false } }),
  ];
}

/** What was signed in somewhere with what is saved goes on without a session. */
async function endWhatRuns({ db }: Pick<Ctx, "db">, userId: string): Promise<void> {
  const forwards = await db.sshForward.findMany({ where: { userId }, select: { id: true } });
  for (const { id } of forwards) stopForward(id);
  endConnections((one) => one.userId === userId);
  for (const terminal of terminalsOf(userId)) void removeTerminal(terminal); // ends by force what does not end
}

function recordLock({ actor: { userId, username }, request }: Pick<Ctx, "actor" | "request">, target: string): void {
  const by = { userId, username, address: request.address, requestId: "" };
  getApp().audit.record({ ...by, atMs: Date.now(), action: lockAccountCode, target, outcome: "success" });
}
