import type { trashContract } from "@/lib/contracts/trash";
import { nameOf } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { findTrashRows } from "./find-trash-rows";
import { originOf } from "./trash-row";
import { recordUndo } from "@/lib/server/undo/record-undo";

/** More files than this are not brought back in one go. */
const maxFiles = 10_000;
const maxRuns = 200;
const runPattern = /^[A-Za-z0-9]{16}$/;

/** What the uploads of one run of a page have overwritten: ids in the trash. A restart forgets them; the trash has them still. */
const runs = new Map<string, string[]>();

const keyOf = (actor: Actor, run: string) => `${userIdOf(actor)} ${actor.sessionId ?? ""} ${run}`;

/** `run`: as the browser calls it, if it does. */
export function noteOverwritten(actor: Actor, run: string | undefined, ids: readonly string[]): void {
  if (run === undefined || !runPattern.test(run) || ids.length === 0) return;
  const key = keyOf(actor, run);
  const known = runs.get(key) ?? [];
  runs.delete(key);
  runs.set(key, known);
  known.push(...ids.slice(0, maxFiles + 1 - known.length));
  const [oldest] = runs.keys();
  if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
}

/** A run is over: makes one thing to undo of all that it has overwritten. */
export const endUploads: Service<typeof trashContract.endUploads> = async ({ run }, ctx) => {
  const key = keyOf(ctx.actor, run);
  const ids = runs.get(key) ?? [];
  runs.delete(key);
  return ids.length === 0 || ids.length > maxFiles ? nothing : makeUndo(ids, ctx);
};

const nothing = { id: null, count: 0, name: "" };

async function makeUndo(ids: readonly string[], ctx: Ctx) {
  // Deleted from the trash already, all of them.
  const rows = await findTrashRows(ids, ctx).catch(() => []);
  const [first] = rows;
  if (first === undefined) return nothing;
  const id = randomId();
  await recordUndo(ctx, { id, amount: rows.length, what: { kind: "upload", ids: rows.map((row) => row.id) } });
  return { id, count: rows.length, name: nameOf(originOf(first)) };
}
