import { randomId } from "@/lib/shared/units";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { decodePath } from "@/lib/shared/paths";
import { followMoves, followNow } from "./follow-moves";
import { closeTurnsAt } from "@/lib/server/entries/kept/following";
import type { Batch } from "./move-versions";
import type { Placed } from "@/lib/server/storage/placed";
import { joinRest } from "@/lib/server/storage/scope";
import type { Keeping } from "@/lib/server/storage/keeping";
import type { Renamed } from "@/lib/server/storage/storage";
import type { FileChange, ReplacedTrash } from "@/lib/server/storage/trash-storage";
import { followFile } from "./follow-file";
import { countSizes } from "./count-sizes";
import { beginWork, endWork, settleRow, toTrashRow, trashedPlaceOf, type TrashRow } from "./trash-row";
import { trashSetting } from "./trash-setting";

/** Who keeps, where, and for how long they wait. */
export type Keeper = Pick<Ctx, "actor" | "db" | "log" | "signal" | "storage">;

export type KeptReplaced = {
  /** Does a part of the work with what keeps what it replaces; null where the trash is off. */
  during<T>(work: (keeping: Keeping) => Promise<T>): Promise<T>;
  /** What is kept with what these have replaced goes to the trash now, before they bring theirs. For whoever has the turn of their places. Never rejects. */
  carry(batch: Batch): Promise<void>;
  /** Of what came into the trash. */
  readonly ids: readonly string[];
};

/** Keeps what one task replaces in the trash of whoever does it. `isSave`: what comes is the same file, written anew. */
export function keepReplaced(ctx: Keeper, { isSave = false } = {}): KeptReplaced {
  return keepIn(ctx, { isOn: () => trashSetting.get().on, isVersion: false, isSave });
}

type Ways = Pick<ReplacedTrash, "isWanted"> & {
  isOn: () => boolean;
  isVersion: boolean;
  isSave: boolean;
  /** Told of each file that took another's place, at once. */
  onWritten?: (change: FileChange) => void;
  /** Told what has come into the trash. */
  onKept?: (rows: readonly TrashRow[]) => Promise<void>;
};

/** Places that were replaced in one merge, and their length in UTF-16 code units: what is kept with those beyond is lost. */
const [maxOrigins, maxOriginLength] = [10_000, 8 * 1_048_576];

/** What of these places went into the trash with a row: the entry, or of a merged folder what was replaced in it. */
function wentOf(row: TrashRow, places: readonly string[]): Renamed[] {
  const [origin, trashed] = [decodePath(row.hostPath) ?? "", trashedPlaceOf(row)];
  const went = places.filter((one) => (row.kind === "folder" ? one.startsWith(`${origin}/`) : one === origin));
  return went.map((one) => ({ fromPlace: one, toPlace: joinRest(trashed, one.slice(origin.length)) }));
}

/** Where something may have given way: a folder that others are merged into stands. */
const placesTaken = (placed: readonly Placed[]): string[] =>
  placed.flatMap(({ toPlace, folder }) => (folder === undefined ? [toPlace] : []));

/** A storage need not tell of a single one that it was replaced. */
function ownOrigin({ id, kind, hostPath }: TrashRow, carried: ReadonlySet<string>): string[] {
  return kind === "folder" || carried.has(id) ? [] : [decodePath(hostPath) ?? ""];
}

/** For saves where nothing is kept: what was shared is what was written, all the same. */
const keepNothing = (ctx: Keeper): Keeping => ({
  replaced: {
    ownerId: userIdOf(ctx.actor),
    newId: randomId,
    record: () => Promise.resolve(),
    isWanted: () => Promise.resolve(false),
    onReplaced: (change) => followFile(change, ctx, []),
  },
});

export function keepIn(ctx: Keeper, { isOn, isVersion, isSave, onKept, onWritten, ...asked }: Ways): KeptReplaced {
  const ids: string[] = [];
  const carriers = new Set<KeptReplaced["carry"]>();
  return {
    ids,
    async carry(batch) {
      for (const carry of carriers) await carry(batch);
    },
    async during(work) {
      if (!isOn()) return work(isSave ? keepNothing(ctx) : { replaced: null });
      const rows: TrashRow[] = [];
      let origins: string[] = [];
      let originLength = 0;
      const carried = new Set<string>();
      const carry = async ({ placed, newest }: Batch) => {
        const places = placesTaken(placed);
        const pairs = isSave ? [] : rows.flatMap((row) => wentOf(row, places));
        if (pairs.length === 0) return;
        const gone = new Set(pairs.map(({ fromPlace }) => fromPlace));
        origins = origins.filter((one) => !gone.has(one));
        originLength = origins.reduce((sum, one) => sum + one.length, 0);
        for (const { id, kind, hostPath } of rows)
          if (kind !== "folder" && gone.has(decodePath(hostPath) ?? "")) carried.add(id);
        await followNow({ placed: pairs, newest }, ctx);
      };
      carriers.add(carry);
      try {
        return await work({
          replaced: {
            ...asked,
            async onReplaced(change) {
              onWritten?.(change);
              if (isSave) await followFile(change, ctx, rows);
              else if (origins.length < maxOrigins && (originLength += change.origin.length) <= maxOriginLength)
                origins.push(change.origin);
            },
            ownerId: userIdOf(ctx.actor),
            newId: randomId,
            async record(one) {
              const row = toTrashRow({ ...one, actor: ctx.actor, deletedAt: new Date(), isVersion });
              beginWork(row.id);
              rows.push(row);
              // What went from there has versions of its own.
              closeTurnsAt(one.plan.origin);
              // First: whoever kills the server in between loses nothing.
              await ctx.db.trash.create({ data: row });
            },
          },
        });
      } finally {
        carriers.delete(carry);
        const left = [...new Set([...origins, ...rows.flatMap((row) => ownOrigin(row, carried))])];
        await settle(rows, left).finally(() => rows.forEach(({ id }) => endWork(id)));
      }
    },
  };

  async function settle(rows: readonly TrashRow[], origins: readonly string[]): Promise<void> {
    const kept: TrashRow[] = [];
    try {
      for (const row of rows) if (await settleRow(row, ctx)) kept.push(row);
      ids.push(...kept.map(({ id }) => id));
      if (!isSave)
        await followMoves(
          kept.flatMap((row) => wentOf(row, origins)),
          ctx,
        );
      if (rows.some(({ kind }) => kind === "folder")) countSizes(ctx);
      await onKept?.(kept);
    } catch (error) {
      // What was written is written; the next start settles the rest.
      if (asked.isWanted === undefined) throw error;
      ctx.log.error({ err: error }, "an earlier version could not be settled");
    }
  }
}
