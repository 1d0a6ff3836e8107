import { AppError } from "@/lib/shared/errors";
import { fullName } from "@/lib/shared/image-reference";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { findBeyond, foldersOf, type Asker } from "@/lib/server/docker/beyond";
import { keptNames } from "@/lib/server/docker/kept-names";
import { lookAround } from "@/lib/server/docker/neighbors";

/**
 * Throws docker/kept-name where somebody without an administrator's rights would give an image a name by which administrators start things: one of an approved
 * stack, or one that a container was made by which reaches further than they may. What is run by a name is whatever has it then.
 */
export async function assertName({ actor, storage }: Asker, reference: string): Promise<void> {
  if (actor.isRoot) return;
  const refuse = () => new AppError("docker/kept-name", { name: reference });
  if ((await keptNames()).hasImage(reference)) throw refuse();
  const daemon = await findDaemon(reference);
  const neighbors = await lookAround(reference, daemon);
  if (neighbors === null) throw refuse();
  const full = fullName(reference);
  const wanted = neighbors.containers.filter(({ image }) => full !== null && fullName(image) === full);
  if (wanted.length === 0) return;
  const judging = { storage, mounts: await foldersOf({ actor, storage }), socket: daemon.socket };
  const beyond = await findBeyond(judging, neighbors, { wanted });
  if (wanted.some(({ id }) => beyond.has(id))) throw refuse();
}
