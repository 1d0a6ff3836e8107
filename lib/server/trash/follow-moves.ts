import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Placed } from "@/lib/server/storage/placed";
import { moveKept } from "@/lib/server/entries/kept/follow-entries";
import { moveShares } from "@/lib/server/entries/kept/follow-shares";
import { moveParts } from "@/lib/server/entries/kept/move-parts";
import { inTurn } from "@/lib/server/entries/kept/following";
import { moveVersions, newestVersion, type Batch } from "./move-versions";

type Parts = Pick<Ctx, "db" | "log">;
type OnLeft = Parameters<typeof moveKept>[2];

/** Lets follow what the database keeps with entries that were moved or renamed. `onLeft`: told of what nothing has any more. Never rejects. */
export function followMoves(placed: readonly Placed[], ctx: Parts, onLeft?: OnLeft): Promise<void> {
  return followBy(placed, ctx, (batch) => followNow(batch, ctx, onLeft));
}

/** In the turn of these places, which is taken at once. `follow` must not reject. */
export async function followBy(
  placed: readonly Placed[],
  ctx: Parts,
  follow: (batch: Batch) => Promise<void>,
): Promise<void> {
  if (placed.length === 0) return;
  const batch = { placed, newest: newestVersion(ctx) };
  await inTurn(placed.flatMap(endsOf), () => follow(batch));
}

export const endsOf = ({ fromPlace, toPlace }: Placed): string[] => [fromPlace, toPlace];

/** As {@link followMoves}, for whoever has the turn of these places. */
export async function followNow(batch: Batch, ctx: Parts, onLeft?: OnLeft): Promise<void> {
  await moveVersions(batch, ctx);
  await moveKept(batch.placed, ctx, onLeft);
  await moveShares(batch.placed, ctx);
  await moveParts(batch.placed, ctx);
}
