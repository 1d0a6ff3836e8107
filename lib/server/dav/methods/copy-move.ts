import { AppError, isAppError } from "@/lib/shared/errors";
import { isWithin, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Entry, Storage, TreeOptions } from "@/lib/server/storage/storage";
import type { Placed } from "@/lib/server/storage/placed";
import { createFollower } from "@/lib/server/trash/follower";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import { answerFailures } from "@/lib/server/dav/answer-failures";
import * as dav from "@/lib/server/dav/dav-call";
import type { Failures } from "@/lib/server/dav/discard";
import { copyProperties } from "@/lib/server/entries/kept/kept-properties";
import { inTurn } from "@/lib/server/entries/kept/following";
import { moveKept } from "@/lib/server/entries/kept/follow-entries";
import { removeLocksAt } from "@/lib/server/dav/locks";
import { takeSaving } from "@/lib/server/dav/made-files";
import { replaceFolder } from "@/lib/server/dav/replace-folder";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import type { Batch } from "@/lib/server/trash/move-versions";
import { followBy, followNow } from "@/lib/server/trash/follow-moves";

/** RFC 4918 §9.8 and §9.9. */
export const copy: dav.DavMethodRun = (call) => transfer(call, "copy");
export const move: dav.DavMethodRun = (call) => transfer(call, "move");

type Kind = "copy" | "move";
type End = { path: VirtualPath; entry: Entry | null; place: string };
/** Told of what has gone where; never rejects. */
type Follow = { unlock: (placed: Placed) => Promise<void>; inTurn: (batch: Batch) => Promise<void> };
type Transfer = {
  /** With a storage that acts at these places alone. */
  call: dav.DavCall;
  /** One that follows links. */
  seen: Storage;
  kind: Kind;
  from: End & { entry: Entry };
  to: End;
};

async function transfer(call: dav.DavCall, kind: Kind): Promise<void> {
  const task = await plan(call, kind);
  const { from, to } = task;
  if (to.entry !== null && call.wire.exchange.header("overwrite")?.trim().toUpperCase() === "F")
    throw new AppError("dav/condition");
  const depth = dav.depthOf(call);
  if (depth === "1") throw new AppError("dav/header", { name: "Depth" });
  await assertMayChange(call, [
    ...(kind === "move" ? [{ path: from.path, what: "tree" } as const] : []),
    { path: to.path, what: to.entry === null ? "name" : "tree" },
  ]);
  const failures = await run(
    task,
    depth === "0" && kind === "copy" && (await dav.leadsToFolder(call.ctx.storage, from.path)),
  );
  if (failures.length > 0) answerFailures(call, failures);
  else dav.answer(call, to.entry === null ? 201 : 204);
}

async function plan(call: dav.DavCall, kind: Kind): Promise<Transfer> {
  const { storage } = call.ctx;
  const path = dav.entryPathOf(call);
  const uri = call.wire.exchange.header("destination");
  if (uri === undefined) throw new AppError("dav/header", { name: "Destination" });
  const toPath = dav.entryPathOf(dav.addressOf(call, uri));
  const entry = await storage.entry(path);
  if (path === toPath) throw new AppError("dav/same");
  await dav.assertParent(storage, toPath);
  const [fromPlace, toPlace] = [await ownPlace(call, path), await ownPlace(call, toPath)];
  // Compared on the host: one place can have two addresses.
  if (fromPlace === toPlace) throw new AppError("dav/same");
  if (isWithin(fromPlace, toPlace) || isWithin(toPlace, fromPlace)) throw new AppError("file/into-itself");
  const to = { path: toPath, entry: await dav.findEntry(storage, toPath), place: toPlace };
  const from = { path, entry, place: fromPlace };
  // What is noted of both places must be true of what is moved.
  const ctx = { ...call.ctx, storage: storage.pinned([from, to]) };
  return { call: { ...call, ctx }, seen: storage, kind, from, to };
}

/** Of the entry itself, a link not followed. */
async function ownPlace({ ctx }: dav.DavCall, path: VirtualPath): Promise<string> {
  const folder = await dav.assertParent(ctx.storage, path);
  return dav.childPlace(await ctx.storage.placeOf(folder), nameOf(path));
}

async function run(task: Transfer, isShallow: boolean): Promise<Failures> {
  const { call, kind, from, to } = task;
  const { ctx } = call;
  const isMove = kind === "move";
  const isSwapped = from.entry.kind === "file" && to.entry?.kind === "file" && !isShallow;
  const isReplaced = to.entry !== null && !isSwapped && !(await isSameOnDisk(task));
  const follow: Follow = {
    // At once: what gets the name next may have locks of its own. What is brought beside the place of another may go back.
    unlock: async ({ fromPlace }) => {
      if (!isReplaced)
        await removeLocksAt(ctx.db, [fromPlace]).catch((error: unknown) => ctx.log.error({ err: error }, "locks stay"));
    },
    // Editors save by moving a new file onto the old one, whose versions are those of the file.
    inTurn: (batch) => (isSwapped ? moveKept(batch.placed, ctx) : followNow(batch, ctx)),
  };
  const bring = (target: Transfer) => (isMove ? moveTo(target, follow) : copyTo(target, isShallow));
  const failures = isReplaced
    ? await replaceFolder({
        ctx,
        isMove,
        from,
        to,
        bringTo: (path) => bring({ ...task, to: { ...to, path, entry: null } }),
      })
    : await bring(task);
  // Of a tree of which something could not come, the rest has.
  if (!isMove && (failures.length === 0 || (!isReplaced && (await dav.findEntry(task.seen, to.path)) !== null)))
    await inTurn([from.place, to.place], () =>
      copyProperties({
        db: ctx.db,
        storage: task.seen,
        ownerId: userIdOf(ctx.actor),
        from: from.place,
        to: to.place,
        isDeep: !isShallow,
      }),
    );
  if (isMove && isReplaced && failures.length === 0) await removeLocksAt(ctx.db, [from.place]);
  return failures;
}

/** On a disk that ignores case, `a` and `A` are the same: what is there must not be taken away first. */
async function isSameOnDisk({ seen, from, to }: Transfer): Promise<boolean> {
  if (from.path.toLowerCase() !== to.path.toLowerCase()) return false;
  const [one, other] = await Promise.all([seen.stat(from.path), seen.stat(to.path)]);
  return one.etag === other.etag;
}

function folderOf({ path }: End): VirtualPath {
  const parent = parentOf(path);
  if (parent === null) throw new AppError("dav/top");
  return parent;
}

/**
 * A file that another replaces is kept as its earlier version, also where it was written a moment ago: it is not the same one written anew. Editors save by moving a
 * new file onto the old one, and that is a save like a PUT.
 */
async function keeping<T>({ call, kind, from, to }: Transfer, run: (options: TreeOptions) => Promise<T>): Promise<T> {
  const { ctx } = call;
  const isSave = kind === "move" && (await takeSaving({ from: from.path, to: to.path }, ctx));
  const conflict = to.entry === null ? "fail" : "replace";
  const options = { conflict, name: nameOf(to.path), signal: ctx.signal } as const;
  return keepVersions(ctx, { isEach: !isSave }).during((kept) => run({ ...options, ...kept }));
}

async function moveTo(task: Transfer, follow: Follow): Promise<Failures> {
  const { call, from, to } = task;
  const { storage } = call.ctx;
  const isFree = to.entry?.kind !== "file" || from.entry.kind !== "file" || (await isSameOnDisk(task));
  if (isFree) {
    try {
      const renamed = await storage.rename(from.path, to.path);
      await Promise.all([follow.unlock(renamed), followBy([renamed], call.ctx, follow.inTurn)]);
      return [];
    } catch (error) {
      if (!isAppError(error) || error.params["code"] !== "EXDEV") throw error;
    }
  }
  const follower = createFollower(call.ctx, follow.inTurn);
  const onPlaced = async (placed: Placed) => {
    await Promise.all([follow.unlock(placed), follower.onPlaced(placed)]);
  };
  try {
    return (await keeping(task, (options) => storage.move(from.path, folderOf(to), { ...options, onPlaced }))).failures;
  } finally {
    // Also of what went before something failed, or the client was gone.
    await follower.end();
  }
}

async function copyTo(task: Transfer, isShallow: boolean): Promise<Failures> {
  const { call, from, to } = task;
  const { storage } = call.ctx;
  if (isShallow) {
    await storage.createFolder(to.path);
    return [];
  }
  return (await keeping(task, (options) => storage.copy(from.path, folderOf(to), options))).failures;
}
