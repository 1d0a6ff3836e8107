import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import { keepReplaced } from "./keep-replaced";

/**
 * Does `work`, which stores an upload at a path; what it overwrites goes to the trash when somebody in front of a browser chose
 * so. A program with a token overwrites the same files every night: its trash would be full of them.
 */
export function keepOverwritten<T>(path: VirtualPath, ctx: Ctx, work: () => Promise<T>): Promise<T> {
  if (ctx.actor.sessionId === null) return work();
  return keepReplaced(ctx).during(({ replaced }) =>
    replaced === undefined ? work() : ctx.storage.trash.replacing(path, replaced, work),
  );
}
