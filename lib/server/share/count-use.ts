import { visitCodes } from "@/lib/contracts/audited-actions";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import type { OpenShare } from "./open-share";

/** A player asks for many ranges, a download is taken up again: for so long it is the same use of whoever holds its token. */
const sameUseMs = 6 * 60 * 60_000;
const maxRemembered = 20_000;

type Use = { sinceMs: number; counted: Promise<void> };

const uses = new Map<string, Use>();

/**
 * Counts a use unless it is one that goes on. Who asks while it is still being counted waits for the answer: of many requests
 * at once none may slip past a count that fails.
 */
function countOnce(key: string, count: () => Promise<void>): Promise<void> {
  const now = Date.now();
  const known = uses.get(key);
  if (known !== undefined && known.sinceMs + sameUseMs > now) return known.counted;
  const use: Use = { sinceMs: now, counted: count() };
  use.counted.catch(() => {
    if (uses.get(key) === use) uses.delete(key);
  });
  uses.delete(key); // to the end: the oldest are dropped first
  uses.set(key, use);
  for (const old of uses.keys()) {
    if (uses.size <= maxRemembered) break;
    uses.delete(old);
  }
  return use.counted;
}

type Visit = Pick<Ctx, "db" | "request" | "browser">;

/**
 * Counts a download and writes it into the audit log, once per visitor and target. Throws share/used-up when there are none
 * left; counting and asking are one step, so that two at once do not both take the last. Where downloads are limited a visitor
 * is who holds the token that the first answer brought (a cookie): an address may stand for a whole company.
 */
export async function countDownload(
  { row }: Pick<OpenShare, "row">,
  { kind, target }: { kind: keyof typeof visitCodes; target: string },
  ctx: Visit,
): Promise<void> {
  if (row.maxDownloads === null)
    return countOnce(`${row.id} ${kind} ${ctx.request.address} ${target}`, () => take(row, { kind, target }, ctx));
  const name = `filedeck.visitor.${row.id}`;
  const given = ctx.request.cookie(name);
  const visitor = given !== null && isHandedOut(row.id, given) ? given : randomId();
  await countOnce(`${row.id} ${kind} ${visitor} ${target}`, () => take(row, { kind, target }, ctx));
  // Only for what was counted; nobody chooses their own.
  await countOnce(tokenKey(row.id, visitor), () => Promise.resolve());
  const expiresAt = new Date(Date.now() + sameUseMs);
  if (visitor !== given) ctx.browser.keep({ name, value: visitor, path: `/api/share/${row.link}`, expiresAt });
}

const tokenKey = (shareId: string, visitor: string) => `${shareId} token ${visitor}`;

function isHandedOut(shareId: string, visitor: string): boolean {
  return uses.has(tokenKey(shareId, visitor));
}

async function take(
  row: OpenShare["row"],
  { kind, target }: { kind: keyof typeof visitCodes; target: string },
  { db, request }: Pick<Ctx, "db" | "request">,
): Promise<void> {
  const { count } = await db.share.updateMany({
    where: { id: row.id, OR: [{ maxDownloads: null }, { downloads: { lt: row.maxDownloads ?? 0 } }] },
    data: { downloads: { increment: 1 }, lastUsedAt: new Date() },
  });
  if (count === 0) throw new AppError("share/used-up");
  getApp().audit.record({
    atMs: Date.now(),
    userId: null,
    username: "",
    address: request.address,
    action: visitCodes[kind],
    target: `${row.link}: ${target}`,
    outcome: "success",
    requestId: request.id,
  });
}

export function countVisit({ row }: OpenShare, { db, request }: Pick<Ctx, "db" | "request">): Promise<void> {
  return countOnce(`${row.id} visit ${request.address}`, async () => {
    await db.share.updateMany({
      where: { id: row.id },
      data: { visits: { increment: 1 }, lastUsedAt: new Date() },
    });
  });
}
