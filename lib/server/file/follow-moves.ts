import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Renamed } from "@/lib/server/storage/storage";
import { moveKept } from "@/lib/server/entries/kept/follow-entries";
import { moveVersions } from "@/lib/server/trash/move-versions";

/** Lets follow what the database keeps with entries that were moved or renamed. Never rejects. */
export async function followMoves(pairs: readonly Renamed[], ctx: Pick<Ctx, "db" | "log">): Promise<void> {
  await moveVersions(pairs, ctx);
  await moveKept(pairs, ctx);
}
