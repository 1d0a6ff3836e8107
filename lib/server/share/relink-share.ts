import type { shareContract } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { fitPair } from "@/lib/server/base/fit-text";
import { alsoOf, noChanges } from "@/lib/server/base/describe-changes";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { tellSharesChanged } from "@/lib/server/entries/kept/shared-names";
import { findUserActor } from "@/lib/server/session/find-actor";
import { assertFits, assertMayShare, assertRoomFor, asStored, getShare, identifyItem } from "./share-checks";
import { freeItemName } from "./name-items";
import { rowOf } from "./share-entries";
import { storedShare } from "./stored-share";
import { toShare, withOwner } from "./to-share";

/** What a share gives is its owner's: it is looked at with their rights. That is sharing, so whoever asks must be allowed to share it as well. */
export const relinkShare: Service<typeof shareContract.relinkShare> = async ({ id, name, path }, ctx) => {
  const known = await getShare(id, ctx);
  ctx.about(fitPair(`${known.link}: ${name}`, path), alsoOf(noChanges, "name", "path"));
  const { items, mode } = storedShare.parse(known);
  const position = items.findIndex((item) => item.name === name);
  if (position === -1) throw new AppError("file/not-found");
  assertMayShare(mode, ctx.actor);
  const owner = await findUserActor(ctx.db, known.ownerId);
  if (owner === null) throw new AppError("share/not-found");
  // A token of theirs has less than they have.
  const ofOwner = ctx.actor.userId === known.ownerId ? ctx.storage : getApp().storageFor(owner);
  await assertFits(path, mode, ofOwner);
  const others = new Set(items.filter((item) => item.name !== name).map((item) => item.name));
  const item = await identifyItem({ name: freeItemName(nameOf(path), others), path }, ofOwner);
  const next = items.with(position, asStored(item));
  await assertRoomFor(next, known.ownerId, ctx.db);
  const row = rowOf(item, position);
  const share = await ctx.db.share.update({
    where: { id },
    data: {
      items: next,
      entries: { upsert: { where: { shareId_position: { shareId: id, position } }, create: row, update: row } },
    },
    include: withOwner,
  });
  tellSharesChanged();
  return toShare(share, ctx.db);
};
