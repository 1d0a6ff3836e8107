import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { noteOverwritten } from "./upload-runs";
import { keepReplaced } from "./keep-replaced";
import { keepVersions } from "./keep-versions";

/**
 * Does `work`, which stores an upload at a path; what it overwrites goes to the trash when somebody in front of a browser chose
 * so. A program with a token overwrites the same files every night: of those so many versions are kept as a file may have.
 * `run`: uploads that are undone together, by the browser's word.
 */
export async function keepOverwritten<T>(
  path: VirtualPath,
  { ctx, run }: { ctx: Ctx; run?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const kept = ctx.actor.sessionId === null ? keepVersions(ctx) : keepReplaced(ctx, { isSave: true });
  const done = await kept.during(({ replaced }) =>
    replaced === undefined ? work() : ctx.storage.trash.replacing(path, replaced, work),
  );
  if (ctx.actor.sessionId !== null) noteOverwritten(ctx.actor, run, kept.ids);
  return done;
}
