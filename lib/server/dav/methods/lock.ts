import { AppError, isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { davMethods } from "@/lib/contracts/dav";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { assertPermission } from "@/lib/server/dav/assert-permission";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import * as dav from "@/lib/server/dav/dav-call";
import { LockedError } from "@/lib/server/dav/dav-error";
import { findHiddenLocks } from "@/lib/server/dav/hidden-locks";
import { createLockTexts } from "@/lib/server/dav/lock-texts";
import * as locks from "@/lib/server/dav/locks";
import { noteMade } from "@/lib/server/dav/made-files";
import { parseIf, tokensIn } from "@/lib/server/dav/parse-if";
import * as xml from "@/lib/server/dav/xml";

/** As XML. It is told with every entry that the lock covers; shortened it would be another (RFC 4918 §14.17). */
const maxOwnerLength = 512;

/** RFC 4918 §9.10: a new lock, on a name that is free as well, or without a body a longer time for one that is held. */
export const lock: dav.DavMethodRun = async (call) => {
  const path = dav.entryPathOf(call);
  const body = await dav.readDavBody(call);
  if (body.trim() === "") await refresh(call, path);
  else await acquire(call, path, parseLockInfo(body));
};

async function refresh(call: dav.DavCall, path: VirtualPath): Promise<void> {
  const { storage, db, actor } = call.ctx;
  const { header } = call.wire.exchange;
  const shown = header("if") === undefined ? new Set<string>() : tokensIn(parseIf(header("if") ?? ""));
  const place = await dav.placeOf(storage, path);
  const mine = place === null ? [] : locks.locksOver(place);
  const found = mine.find(({ token, userId }) => shown.has(token) && userId === userIdOf(actor));
  if (found === undefined || place === null) throw new AppError("dav/condition");
  const fresh = await locks.refreshLock(db, found, locks.parseTimeout(header("timeout")));
  answerLock(call, { lock: fresh, place, path, status: 200 });
}

type LockInfo = { isShared: boolean; owner: string };

function parseLockInfo(body: string): LockInfo {
  const root = xml.parseXml(body);
  const scope = xml.findChild(root, "lockscope");
  const type = xml.findChild(root, "locktype");
  const isWrite = type !== null && xml.findChild(type, "write") !== null;
  const isShared = scope !== null && xml.findChild(scope, "shared") !== null;
  const isExclusive = scope !== null && xml.findChild(scope, "exclusive") !== null;
  if (!xml.isNamed(root, "lockinfo") || !isWrite || isShared === isExclusive) throw new AppError("dav/xml");
  const element = xml.findChild(root, "owner");
  const owner = element === null ? "" : xml.formatXml(element);
  if (owner.length > maxOwnerLength) throw new AppError("dav/lock-owner", { length: maxOwnerLength });
  return { isShared, owner };
}

async function acquire(call: dav.DavCall, path: VirtualPath, info: LockInfo): Promise<void> {
  const { storage, db, actor } = call.ctx;
  const depth = dav.depthOf(call);
  if (depth === "1") throw new AppError("dav/header", { name: "Depth" });
  const stat = await findWritable(call, path);
  if (stat === null) {
    assertPermission(actor, davMethods.PUT.access);
    await dav.assertParent(storage, path);
  }
  await assertMayChange({ ...call }, stat === null ? [{ path, what: "name" }] : []);
  const place = await dav.placeOf(storage, path);
  if (place === null) throw new AppError("dav/parent");
  const seconds = locks.parseTimeout(call.wire.exchange.header("timeout"));
  const isDeep = depth === "infinity";
  const hidden = isDeep ? await findHiddenLocks(storage, place) : new Set<string>();
  const wanted = { place, isDeep, userId: userIdOf(actor), ...info };
  const made = await locks.addLock(db, { ...wanted, seconds, hidden });
  if (made === null) throw new LockedError("dav/lock-conflict", dav.callHref(path, false));
  if (stat === null) {
    try {
      noteMade(await storage.write(path, new Uint8Array(0), { conflict: "fail" }), call.ctx);
    } catch (error) {
      await locks.removeLock(db, made.token);
      throw error;
    }
  }
  answerLock(call, { lock: made, place, path, status: stat === null ? 201 : 200 });
}

/** Null where nothing has the name. Whoever may not write there has no use for a lock but to keep others out. */
async function findWritable({ ctx }: dav.DavCall, path: VirtualPath) {
  try {
    const stat = await ctx.storage.stat(path);
    if (!stat.writable) throw new AppError("file/read-only");
    return stat;
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}

type Answer = { lock: locks.Lock; place: string; path: VirtualPath; status: number };

function answerLock({ wire, ctx }: dav.DavCall, { lock, place, path, status }: Answer): void {
  const discovery = xml.formatElement(
    { namespace: xml.davNamespace, name: "lockdiscovery" },
    createLockTexts(userIdOf(ctx.actor)).format([lock], { place, path }),
  );
  wire.res.writeHead(status, {
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "no-store",
    "lock-token": `<${lock.token}>`,
  });
  wire.res.end(`${xml.xmlHead}<D:prop ${xml.davDeclaration}>${discovery}</D:prop>`);
}
