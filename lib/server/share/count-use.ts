import { visitCodes } from "@/lib/contracts/audited-actions";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/ctx";
import { getApp } from "@/lib/server/app";
import { remember } from "@/lib/server/remember";
import type { OpenShare } from "./open-share";

/** A player asks for many ranges, a download is taken up again: for so long it is the same use. */
const sameUseMs = 6 * 60 * 60_000;
const maxRemembered = 20_000;

function uses(): Map<string, number> {
  return remember("share-uses", () => new Map<string, number>());
}

/** Whether this use goes on; otherwise it is one from now on. */
function isSameUse(key: string): boolean {
  const now = Date.now();
  const since = uses().get(key);
  if (since !== undefined && since + sameUseMs > now) return true;
  uses().delete(key); // to the end: the oldest are dropped first
  uses().set(key, now);
  for (const old of uses().keys()) {
    if (uses().size <= maxRemembered) break;
    uses().delete(old);
  }
  return false;
}

/**
 * Counts a download and writes it into the audit log, once per visitor and target. Throws share/used-up when there are none
 * left; counting and asking are one step, so that two at once do not both take the last.
 */
export async function countDownload(
  { row }: OpenShare,
  { kind, target }: { kind: keyof typeof visitCodes; target: string },
  { db, request }: Pick<Ctx, "db" | "request">,
): Promise<void> {
  const key = `${row.id} ${kind} ${request.address} ${target}`;
  if (isSameUse(key)) return;
  const { count } = await db.share.updateMany({
    where: { id: row.id, OR: [{ maxDownloads: null }, { downloads: { lt: row.maxDownloads ?? 0 } }] },
    data: { downloads: { increment: 1 }, lastUsedAt: new Date() },
  });
  if (count === 0) {
    uses().delete(key);
    throw new AppError("share/used-up");
  }
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

export async function countVisit({ row }: OpenShare, { db, request }: Pick<Ctx, "db" | "request">): Promise<void> {
  if (isSameUse(`${row.id} visit ${request.address}`)) return;
  await db.share.updateMany({
    where: { id: row.id },
    data: { visits: { increment: 1 }, lastUsedAt: new Date() },
  });
}
