import { AppError } from "@/lib/shared/errors";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { answer, entryPathOf, placeOf, type DavMethodRun } from "@/lib/server/dav/dav-call";
import { locksOver, removeLock } from "@/lib/server/dav/locks";

/** RFC 4918 §9.11. Whoever has all folders may take away a lock that its holder forgot. */
export const unlock: DavMethodRun = async (call) => {
  const path = entryPathOf(call);
  const { storage, db, actor } = call.ctx;
  const token = /^\s*<([^>]+)>\s*$/.exec(call.wire.exchange.header("lock-token") ?? "")?.[1];
  if (token === undefined) throw new AppError("dav/header", { name: "Lock-Token" });
  const place = await placeOf(storage, path);
  const found = place === null ? undefined : locksOver(place).find((lock) => lock.token === token);
  if (found === undefined) throw new AppError("dav/lock-unknown");
  if (found.userId !== userIdOf(actor) && actor.scopes !== null) throw new AppError("file/access-denied");
  await removeLock(db, token);
  answer(call, 204);
};
