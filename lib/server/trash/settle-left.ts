import { setTimeout as wait } from "node:timers/promises";
import { splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { brokenOff, isAtWork, onHosts, pathFor, placeOf, settleBroken, volumeOf, type TrashRow } from "./trash-row";

type Parts = Pick<Ctx, "db" | "storage">;

const maxRows = 1_000;
/** Nobody waits longer for a host before the list of their trash. */
const patienceMs = 2_000;

/** One host alone, until the signal. */
type Only = { volume: string; signal: AbortSignal };

/**
 * What was broken off on hosts, by a lost connection or a kill: makes the records say where the entries are. At start nobody is connected, so that this is done when
 * the owner looks, and by the sweep. A host that is away is asked once; gives those that are. `storage`: of whom the records are.
 */
export async function settleLeft(
  ownerId: string,
  { db, storage }: Parts,
  only: Only | null = null,
): Promise<ReadonlySet<string>> {
  const on = only === null ? onHosts : { folder: { startsWith: `${only.volume}/` } };
  const rows = await db.trash.findMany({ where: { ownerId, ...brokenOff, ...on }, take: maxRows });
  const away = new Set<string>();
  for (const row of rows) {
    const volume = volumeOf(row);
    if (only?.signal.aborted) break;
    if (isAtWork(row.id) || away.has(volume)) continue;
    if ((await storage.trash.find(placeOf(row))) === "away") away.add(volume);
    else await settleBroken(row, { db, storage });
  }
  return away;
}

/** {@link settleLeft} for whoever waits for an answer: what takes long goes on behind it. Never rejects. */
export async function settleLeftSoon(ownerId: string, { log, ...parts }: Parts & Pick<Ctx, "log">): Promise<void> {
  const settled = settleLeft(ownerId, parts).catch((error: unknown) => {
    log.error({ err: error }, "trash of a host could not be settled");
  });
  await Promise.race([settled, wait(patienceMs, undefined, { ref: false })]);
}

/** Throws ssh/not-connected or storage/away when a host that entries are on cannot be reached now, before a task begins that could only fail. */
export async function assertReached(rows: readonly TrashRow[], ctx: Pick<Ctx, "actor" | "storage">): Promise<void> {
  const asked = new Set<string>();
  for (const row of rows) {
    const volume = volumeOf(row);
    const path = volume === "" || asked.has(volume) ? null : pathFor(row, ctx);
    if (path === null) continue;
    asked.add(volume);
    await ctx.storage.stat(splitVirtualPath(path).root as VirtualPath); // a root is a path
  }
}
