import { davMethods } from "@/lib/contracts/dav";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { knownFailure } from "@/lib/server/http/answer";
import { unfinishedName } from "@/lib/server/storage/own-names";
import { followMoves, followNow } from "@/lib/server/trash/follow-moves";
import { createFollower } from "@/lib/server/trash/follower";
import { assertPermission } from "./assert-permission";
import { findEntry } from "./dav-call";
import { discard, type Failures } from "./discard";

type End = { path: VirtualPath; place: string };
type Replacing = {
  ctx: Ctx;
  isMove: boolean;
  from: End;
  to: End;
  /** Moves or copies what is to come to another path than its own; gives what of it could not. */
  bringTo: (path: VirtualPath) => Promise<Failures>;
};
/** `entry`: what comes, in `folder`, which stands beside its place. */
type Beside = { folder: VirtualPath; entry: VirtualPath };

/**
 * Where a folder stands, or gives way to a file: what comes is brought beside it first, so that nothing has gone when it cannot
 * come. What stands there then goes away as by DELETE, and needs the same right. Whatever fails, the source is what it was: what a move brought goes
 * back, and the answer names the folder that holds what cannot.
 */
export async function replaceFolder(replacing: Replacing): Promise<Failures> {
  const { ctx, isMove, from, to, bringTo } = replacing;
  const { storage, actor } = ctx;
  assertPermission(actor, davMethods.DELETE.access);
  const beside = besideOf(to.path);
  await storage.createFolder(beside.folder, { unfinished: isMove ? { movedFrom: from.place } : "made" });
  try {
    const failures = await bringTo(beside.entry);
    if (failures.length === 0) failures.push(...(await discard(ctx, to.path, to.place)));
    if (failures.length > 0) return [...failures, ...(await takeBack(beside, replacing))];
    await followMoves([await storage.rename(beside.entry, to.path)], ctx);
  } catch (error) {
    const left = await takeBack(beside, replacing);
    if (left.length === 0) throw error;
    return [{ path: from.path, error: knownFailure(error).key }, ...left];
  }
  await storage
    .removeEmptyFolder(beside.folder)
    .catch((error: unknown) => ctx.log.warn({ err: error }, "an empty folder of WebDAV stays"));
  return [];
}

function besideOf(path: VirtualPath): Beside {
  const folder = parseVirtualPath(`${parentOf(path) ?? ""}/${unfinishedName(nameOf(path))}`);
  const entry = folder === null ? null : parseVirtualPath(`${folder}/${nameOf(path)}`);
  if (folder === null || entry === null) throw new AppError("file/name-too-long");
  return { folder, entry };
}

/** Gives what stays where it was brought to. Also when the client has gone, which is why it may have to be taken back. */
async function takeBack({ folder, entry }: Beside, { ctx, isMove, from }: Replacing): Promise<Failures> {
  const { storage, log } = ctx;
  const signal = getApp().stopping;
  try {
    if (!isMove) {
      await storage.remove(folder, { signal });
      return [];
    }
    const source = parentOf(from.path);
    if (source !== null && (await findEntry(storage, entry)) !== null)
      await moveBack(entry, source, { ctx, from, signal });
    await storage.removeEmptyFolder(folder);
    return [];
  } catch (error) {
    log.warn({ err: error }, "what WebDAV brought could not be taken back");
    return [{ path: folder, error: "dav/left" }];
  }
}

type Back = Pick<Replacing, "ctx" | "from"> & { signal: AbortSignal };

async function moveBack(entry: VirtualPath, source: VirtualPath, { ctx, from, signal }: Back): Promise<void> {
  const follower = createFollower(ctx, (batch) => followNow(batch, ctx));
  const { onPlaced } = follower;
  try {
    // What has its name there meanwhile is somebody else's.
    await ctx.storage.move(entry, source, { conflict: "skip", name: nameOf(from.path), signal, onPlaced });
  } finally {
    await follower.end();
  }
}
