import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { Actor } from "@/lib/server/runtime/ctx";
import { askDocker } from "./ask-docker";
import { isCreator } from "./created-by";
import type { Volume } from "./neighbors";

type Owner = Pick<Actor, "isRoot" | "userId" | "tokenId" | "scopes">;

/**
 * Throws volume/too-many and volume/too-many-in-all where there are too many for somebody without an administrator's rights to make `more` of them: the daemon gives all of them whenever any is
 * looked for. `more`: 0 where they are among them by now.
 */
export async function assertFewVolumes(owner: Owner, more: number): Promise<void> {
  if (owner.isRoot) return;
  const { Volumes } = await askDocker("", (docker, abortSignal) => docker.listVolumes({ abortSignal }));
  assertFewAmong(owner, { volumes: Volumes, more });
}

/** The same of those that were asked for; older daemons say null where there are none. */
export function assertFewAmong(
  owner: Owner,
  { volumes: said, more }: { volumes: readonly Pick<Volume, "Labels">[] | null; more: number },
): void {
  const { volumes: mostInAll, perPerson } = limits;
  const volumes = said ?? [];
  if (volumes.filter(({ Labels }) => isCreator(owner, Labels)).length + more > perPerson.volumes)
    throw new AppError("volume/too-many", { count: perPerson.volumes });
  // Those without a name say of nobody whose they are.
  if (volumes.length + more > mostInAll) throw new AppError("volume/too-many-in-all", { count: mostInAll });
}
