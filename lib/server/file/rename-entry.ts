import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { siblingOf } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { madeEntry } from "@/lib/server/entries/made-entry";
import type { Service } from "@/lib/server/http/service";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { followMoves } from "./follow-moves";
import { noteFiles } from "./noted-files";

export const renameEntry: Service<typeof fileContract.rename> = async ({ path, newName }, ctx) => {
  const target = siblingOf(path, newName);
  if (target === null) throw new AppError("file/name-invalid");
  // The adapter refuses a taken name atomically; asking first would race.
  const pair = { from: path, to: target, ...(await ctx.storage.rename(path, target)) };
  await followMoves([pair], ctx);
  const undoId = randomId();
  const [noted] = await noteFiles(ctx.storage, [target]);
  await recordUndo(ctx, { id: undoId, amount: 1, what: { kind: "move", pairs: [{ ...pair, ...noted }] } });
  return { path: target, undo_id: undoId, entry: await madeEntry(target, ctx) };
};
