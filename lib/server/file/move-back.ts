import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createClosedParents } from "@/lib/server/entries/create-parents";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { mayBeCopies, type Noted } from "@/lib/server/storage/noted";
import type { Storage } from "@/lib/server/storage/storage";
import { createFollower } from "@/lib/server/trash/follower";
import { isStill, noteNow } from "@/lib/server/trash/is-still";
import { followMoves, followNow } from "@/lib/server/trash/follow-moves";
import { notedPath } from "./undo-notes";

export type Pair = { from: string; to: string; fromPlace: string | null; toPlace: string | null } & Noted;

/** Moves one entry to where it was, unless it is there already. Throws where another one has its name now. */
export async function moveBack(pair: Pair, ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const [from, to] = [
    notedPath({ path: pair.to, place: pair.toPlace }),
    notedPath({ path: pair.from, place: pair.fromPlace }),
  ];
  const storage = ctx.storage.pinned([from, to]);
  const [source, target] = [from.path, to.path];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  const now = await noteNow(storage, source);
  // An undo before, which was broken off, has moved it back.
  if (now === null && (await isThere(storage, target, pair))) return {};
  // Another one that has its name since was never there.
  if (now !== null && !isStill(pair, now, { mayDiffer: true })) throw new AppError("file/changed");
  const closed = rightsLost(await createClosedParents(storage, folder));
  if (parentOf(source) === folder) {
    await followMoves([await storage.rename(source, target)], ctx);
    return { files: 1, failures: closed };
  }
  const { signal, onProgress } = step;
  const follower = createFollower(ctx, (batch) => followNow(batch, ctx));
  const { onPlaced } = follower;
  // To another disk, too, also where it got another name there.
  const options = { name: nameOf(target), conflict: "fail", signal, onProgress, onPlaced } as const;
  const outcome = await follower.during(() => storage.move(source, folder, options));
  await follower.end();
  const failureCount = outcome.failureCount + closed.length;
  return { ...outcome, failures: [...closed, ...outcome.failures], failureCount };
}

/** Told as failures: that nobody else comes in any more must not go unseen. */
export const rightsLost = (folders: readonly VirtualPath[]) =>
  folders.map((path) => ({ path, error: "file/rights-lost" as const }));

async function isThere(storage: Storage, path: VirtualPath, noted: Noted): Promise<boolean> {
  const now = await noteNow(storage, path);
  // On the way from another disk or host it has become another file.
  return now !== null && (isStill(noted, now, { mayDiffer: true }) || mayBeCopies(noted, now));
}
