import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import { auditRoom, fitText } from "@/lib/server/base/fit-text";
import { createPace } from "@/lib/server/base/next-slice";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { mayReach, onDisks, onHosts, originOf, ownedTrash, pathFor, volumeOf, type TrashRow } from "./trash-row";

/** So many rows are read together: of the longest paths they are two megabytes. */
export const perRead = 50;
/** The same where they are asked for their ids alone. */
const idsPerRead = 500;
const maxEmptied = 100_000;

type Asking = Pick<Ctx, "db" | "actor" | "storage">;

/** Of any number of entries what is held together: their ids, and the first row, also of each host that they are on. */
type FoundTrash = { ids: string[]; first: TrashRow | null; hosts: TrashRow[] };
/** `deletedMs`: when each was deleted, by its id. */
type GatheredTrash = FoundTrash & { deletedMs: ReadonlyMap<string, number> };

/**
 * The entries of the trash that are the actor's, or anybody's for root, in the order asked for; not what they may not see any more. Tasks read each row when
 * they come to it: {@link readTrashRows}. Throws trash/gone.
 */
export async function findTrash(ids: readonly string[], ctx: Asking & Pick<Ctx, "about">): Promise<GatheredTrash> {
  const origins: string[] = [];
  const found = await gather(tellingOrigins(reachedRows(ids, ctx), origins), ctx);
  if (origins.length > 0) ctx.about(origins);
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

/** For the audit log, no longer than it keeps them. */
async function* tellingOrigins(rows: AsyncIterable<TrashRow>, origins: string[]): AsyncGenerator<TrashRow, void> {
  for await (const row of rows) {
    origins.push(fitText(originOf(row), auditRoom.target));
    yield row;
  }
}

const reachedRows = (ids: readonly string[], ctx: Asking) => onlyReached(allRows(ids, ctx), ctx);

async function* allRows(ids: readonly string[], ctx: Asking): AsyncGenerator<TrashRow, void> {
  for (const part of chunked(ids, perRead)) yield* await readTrashRows(part, ctx);
}

/** Of a part of what was found, at most {@link perRead}: those that are in the trash still. */
export async function readTrashRows(
  ids: readonly string[],
  { db, actor }: Pick<Ctx, "db" | "actor">,
): Promise<TrashRow[]> {
  const rows = await db.trash.findMany({ where: { id: { in: [...ids] }, state: "there", ...ownedTrash(actor, true) } });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function* onlyReached(rows: AsyncIterable<TrashRow>, { storage }: Asking): AsyncGenerator<TrashRow, void> {
  // Neither the database nor a quick disk lets anybody in.
  const pace = createPace();
  for await (const row of rows) {
    if (await mayReach(row, storage)) yield row;
    await pace();
  }
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
