import { createHash } from "node:crypto";
import type { trashContract } from "@/lib/contracts/trash";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import type { Noted } from "@/lib/server/storage/noted";
import { findTrash } from "./find-trash-rows";
import { originOf } from "./trash-row";
import { recordUndo } from "@/lib/server/undo/record-undo";

/** More files than this are not brought back in one go. */
const maxFiles = 10_000;
const maxRuns = 200;
/** Of so many places at which nothing was a run remembers what it has uploaded there. */
const maxNew = 1_000;
const runPattern = /^[A-Za-z0-9]{16}$/;

/** The id in the trash of what was overwritten, and what the upload was that took its name. */
type Overwritten = { id: string } & Pick<Noted, "stamp">;

type Run = { files: Overwritten[]; last: Map<string, Pick<Noted, "stamp">> };

/**
 * What the uploads of one run of a page have overwritten, and of each place, by a hash, what the last one there was. A restart forgets them; the trash has
 * them still.
 */
const runs = new Map<string, Run>();

const keyOf = (actor: Actor, run: string) => `${userIdOf(actor)} ${actor.sessionId ?? ""} ${run}`;
const keyOfPlace = (path: VirtualPath) => createHash("sha256").update(path, "utf16le").digest("base64");

/** What an upload has overwritten. `keptStamp`: what that was; asked for only where the run has uploaded to this path before. */
type Upload = {
  path: VirtualPath;
  run: string | undefined;
  stamp: string | null;
  keptStamp: () => Promise<string | null>;
};

/**
 * Notes it for the run, as the browser calls it, if it does. Where a run overwrites what it has uploaded itself, what was there before the run is what comes
 * back, if anything was: the first stays in the trash as anything deleted.
 */
export async function noteOverwritten(
  actor: Actor,
  ids: readonly string[],
  { path, run, stamp, keptStamp }: Upload,
): Promise<void> {
  if (run === undefined || !runPattern.test(run)) return;
  const key = keyOf(actor, run);
  const known = runs.get(key) ?? { files: [], last: new Map<string, Pick<Noted, "stamp">>() };
  runs.delete(key);
  runs.set(key, known);
  const place = keyOfPlace(path);
  const before = known.last.get(place);
  if (ids.length === 0) {
    if (known.last.size < maxNew) known.last.set(place, { stamp });
  } else if (before !== undefined && before.stamp !== null && before.stamp === (await keptStamp()))
    before.stamp = stamp;
  else
    for (const id of ids.slice(0, maxFiles + 1 - known.files.length)) {
      const one = { id, stamp };
      known.files.push(one);
      known.last.set(place, one);
    }
  const [oldest] = runs.keys();
  if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
}

/** A run is over: makes one thing to undo of all that it has overwritten. */
export const endUploads: Service<typeof trashContract.endUploads> = async ({ run }, ctx) => {
  const key = keyOf(ctx.actor, run);
  const files = runs.get(key)?.files ?? [];
  runs.delete(key);
  return files.length === 0 || files.length > maxFiles ? nothing : makeUndo(files, ctx);
};

const nothing = { id: null, count: 0, name: "" };

async function makeUndo(files: readonly Overwritten[], ctx: Ctx) {
  const ids = files.map(({ id }) => id);
  // Deleted from the trash already, all of them.
  const found = await findTrash(ids, ctx).catch(() => null);
  if (found === null || found.first === null) return nothing;
  const { first, deletedMs: there } = found;
  const id = randomId();
  const isRecorded = await recordUndo(ctx, {
    id,
    isNothing: there.size === 0,
    what: { kind: "upload", files: files.filter((file) => there.has(file.id)) },
  });
  if (!isRecorded) return nothing;
  return { id, count: there.size, name: nameOf(originOf(first)) };
}
