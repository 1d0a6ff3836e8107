import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { siblingOf } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { fitPair } from "@/lib/server/base/fit-text";
import { alsoOf, noChanges } from "@/lib/server/base/describe-changes";
import { madeEntry } from "@/lib/server/entries/made-entry";
import type { Service } from "@/lib/server/http/service";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { followMoves } from "@/lib/server/trash/follow-moves";

export const renameEntry: Service<typeof fileContract.rename> = async ({ path, newName }, ctx) => {
  const target = siblingOf(path, newName);
  ctx.about(fitPair(path, target ?? newName), alsoOf(noChanges, "newName"));
  if (target === null) throw new AppError("file/name-invalid");
  // The adapter refuses a taken name atomically; asking first would race.
  const pair = { from: path, to: target, ...(await ctx.storage.rename(path, target)) };
  await followMoves([pair], ctx);
  const id = randomId();
  const isRecorded = await recordUndo(ctx, { id, what: { kind: "move", pairs: [pair] } });
  return { path: target, undo_id: isRecorded ? id : null, entry: await madeEntry(target, ctx) };
};
