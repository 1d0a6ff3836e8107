import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { findDaemon } from "./assert-reachable";
import { findBeyond, type Asker } from "./beyond";
import { makerOf } from "./make/maker";
import { lookAround } from "./neighbors";

/**
 * Throws docker/keeps-reach where whoever is no administrator would take a container away, or put another in its place, that reaches further than they may: what it shares
 * would be theirs until an administrator makes it again, which runs what was left for it by then.
 */
export async function assertReplaceable(
  { actor, storage }: Asker,
  inspected: Docker.ContainerInspectInfo,
  name: string,
): Promise<void> {
  // Who has made it may have lost a folder of it, and takes it away even so.
  if (actor.isRoot || (actor.userId !== null && (await makerOf(inspected)) === actor.userId)) return;
  const { Id } = inspected;
  const daemon = await findDaemon(name);
  const neighbors = await lookAround(name, daemon);
  const wanted = neighbors?.containers.filter(({ id }) => id === Id) ?? [];
  const judging = { storage, mounts: await storage.mounts(), socket: daemon.socket };
  if (neighbors === null || (await findBeyond(judging, neighbors, { wanted })).has(Id))
    throw new AppError("docker/keeps-reach", { name });
}
