import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { ownedTrash } from "./list-trash";
import { mayReach, onDisks, onHosts, pathFor, volumeOf, type TrashRow } from "./trash-row";

/** So many rows are read together: of the longest paths they are two megabytes. */
const perRead = 50;
/** The same where they are asked for their ids alone. */
const idsPerRead = 500;
const maxEmptied = 100_000;

type Asking = Pick<Ctx, "db" | "actor" | "storage">;

/**
 * The entries of the trash that are the actor's, or anybody's for root, in the order asked for; not what they may not see any more. Throws
 * trash/gone.
 */
export async function findTrashRows(ids: readonly string[], ctx: Asking): Promise<TrashRow[]> {
  const rows: TrashRow[] = [];
  for await (const row of reachedRows(ids, ctx)) rows.push(row);
  if (rows.length === 0) throw new AppError("trash/gone");
  return rows;
}

/** Of any number of entries what is held together: their ids, and the first row, also of each host that they are on. */
type FoundTrash = { ids: string[]; first: TrashRow | null; hosts: TrashRow[] };
/** `deletedMs`: when each was deleted, by its id. */
type GatheredTrash = FoundTrash & { deletedMs: ReadonlyMap<string, number> };

/** {@link findTrashRows} for tasks that read each row when they come to it. */
export async function findTrash(ids: readonly string[], ctx: Asking): Promise<GatheredTrash> {
  const found = await gather(reachedRows(ids, ctx), ctx);
  if (found.first === null) throw new AppError("trash/gone");
  return found;
}

/** All that is the actor's, or everybody's. Not what is on a host that is not the actor's: it would be a failure each. */
export async function findAllTrash(all: boolean, ctx: Asking): Promise<FoundTrash> {
  const { db, actor } = ctx;
  const where = { ...ownedTrash(actor, all), state: "there" };
  const ids: string[] = [];
  const pages = <T extends { id: string }>(read: (after: string) => Promise<T[]>) => eachPage(read, maxEmptied);
  for await (const { id } of pages((after) =>
    db.trash.findMany({
      where: { AND: [where, onDisks, { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take: idsPerRead,
      select: { id: true },
    }),
  ))
    ids.push(id);
  const onTheirs = pages((after) =>
    db.trash.findMany({
      where: { AND: [where, onHosts, { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take: perRead,
    }),
  );
  const elsewhere = await gather(onlyReached(onTheirs, ctx), ctx);
  const first = ids[0] === undefined ? elsewhere.first : await db.trash.findUnique({ where: { id: ids[0] } });
  return { ids: [...ids, ...elsewhere.ids].slice(0, maxEmptied), first, hosts: elsewhere.hosts };
}

/** Rows in the order of their ids; `most` and no whole page more. Others have their turn between pages. */
export async function* eachPage<T extends { id: string }>(
  read: (after: string) => Promise<T[]>,
  most: number,
): AsyncGenerator<T, void> {
  const pace = createPace();
  let [after, count] = ["", 0];
  for (let rows = await read(after); rows.length > 0 && count < most; rows = await read(after)) {
    yield* rows;
    after = rows.at(-1)?.id ?? "";
    count += rows.length;
    await pace();
  }
}

async function* reachedRows(ids: readonly string[], ctx: Asking): AsyncGenerator<TrashRow, void> {
  const pace = createPace();
  for (const part of chunked(ids, perRead)) {
    const rows = await ctx.db.trash.findMany({
      where: { id: { in: [...part] }, state: "there", ...ownedTrash(ctx.actor, true) },
    });
    const found = new Map(rows.map((row) => [row.id, row]));
    yield* onlyReached(
      part.flatMap((id) => found.get(id) ?? []),
      ctx,
    );
    await pace();
  }
}

async function* onlyReached(
  rows: AsyncIterable<TrashRow> | Iterable<TrashRow>,
  { storage }: Asking,
): AsyncGenerator<TrashRow, void> {
  for await (const row of rows) if (await mayReach(row, storage)) yield row;
}

async function gather(rows: AsyncIterable<TrashRow>, ctx: Asking): Promise<GatheredTrash> {
  const deletedMs = new Map<string, number>();
  const hosts = new Map<string, TrashRow>();
  let first: TrashRow | null = null;
  for await (const row of rows) {
    deletedMs.set(row.id, row.deletedAt.getTime());
    first ??= row;
    const volume = volumeOf(row);
    if (volume !== "" && !hosts.has(volume) && pathFor(row, ctx) !== null) hosts.set(volume, row);
  }
  return { ids: [...deletedMs.keys()], deletedMs, first, hosts: [...hosts.values()] };
}
