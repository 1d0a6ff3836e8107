import type { Prisma } from "@/lib/server/db/generated/client";
import { readSignInRules } from "./sign-in-rules";

const minuteMs = 60_000;

type Times = { expiresAt: Date; lastSeenAt: Date; activeAt: Date | null; stays: boolean };

/** When a session ends if nothing is done in it from now on. One that stayed, where nobody may any more, counts from when it was last seen. */
export function sessionEndMs({ expiresAt, lastSeenAt, activeAt, stays }: Times): number {
  const { may_stay: mayStay, idle_minutes: idleMinutes } = readSignInRules();
  if (stays && mayStay) return expiresAt.getTime();
  return Math.min(expiresAt.getTime(), (activeAt ?? lastSeenAt).getTime() + idleMinutes * minuteMs);
}

/** Those in which nothing was done for too long; they are over, whether they have been ended yet or not. */
export function whereIdle(nowMs = Date.now()): Prisma.SessionWhereInput {
  const { mayStay, since } = idleRules(nowMs);
  const isIdle = { OR: [{ activeAt: { lte: since } }, { activeAt: null, lastSeenAt: { lte: since } }] };
  return mayStay ? { stays: false, ...isIdle } : isIdle;
}

/** Those that are not over. Not the negation of the former, which in SQL would be unknown where activeAt is null. */
export function whereLive(nowMs = Date.now()): Prisma.SessionWhereInput {
  const { mayStay, since } = idleRules(nowMs);
  const isActive = [{ activeAt: { gt: since } }, { activeAt: null, lastSeenAt: { gt: since } }];
  return { expiresAt: { gt: new Date(nowMs) }, OR: mayStay ? [{ stays: true }, ...isActive] : isActive };
}

function idleRules(nowMs: number): { mayStay: boolean; since: Date } {
  const { may_stay: mayStay, idle_minutes: idleMinutes } = readSignInRules();
  return { mayStay, since: new Date(nowMs - idleMinutes * minuteMs) };
}
