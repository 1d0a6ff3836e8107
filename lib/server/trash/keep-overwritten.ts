import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import { keepReplaced } from "./keep-replaced";
import { keepVersions } from "./keep-versions";

/**
 * Does `work`, which stores an upload at a path; what it overwrites goes to the trash when somebody in front of a browser chose
 * so. A program with a token overwrites the same files every night: of those so many versions are kept as a file may have.
 */
export function keepOverwritten<T>(path: VirtualPath, ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const kept = ctx.actor.sessionId === null ? keepVersions(ctx) : keepReplaced(ctx);
  return kept.during(({ replaced }) =>
    replaced === undefined ? work() : ctx.storage.trash.replacing(path, replaced, work),
  );
}
