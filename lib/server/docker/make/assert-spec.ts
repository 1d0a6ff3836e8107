import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { usualCapabilities } from "@/lib/shared/capabilities";
import { AppError } from "@/lib/shared/errors";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { ownNetwork } from "@/lib/server/docker/own-network";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertPorts } from "./assert-ports";
import { assertOwnVolumes, assertVolumes, unjudged, type Judged } from "./assert-volumes";

type Asker = Pick<Ctx, "actor" | "storage">;
type Asked = Pick<ContainerSpec, "name" | "mounts" | "network" | "ports" | "is_privileged" | "devices" | "cap_add"> & {
  /** The id of the container that is made anew. */
  itself?: string;
};

/**
 * Throws docker/root-settings where such a container could reach more of this machine than its volumes: Docker follows links to folders at each start, also when nobody asks,
 * and what a container does with a folder is nobody's permission. `had`: volumes of the container that is made anew. Gives the volumes that
 * are not there yet, which are the caller's once they are.
 */
export async function assertSpec(
  { actor, storage }: Asker,
  { name, mounts, network, ports, is_privileged, devices, cap_add, itself }: Asked,
  had: ReadonlySet<string> = new Set(),
): Promise<Judged> {
  if (actor.isRoot) return unjudged;
  const refuse = () => new AppError("docker/root-settings", { name });
  if (is_privileged || devices.length > 0 || mounts.some(({ kind }) => kind === "bind")) throw refuse();
  if (!cap_add.every((capability) => usualCapabilities.has(capability))) throw refuse();
  const networkId = await ownNetwork(actor, { name, network });
  const daemon = await findDaemon(name);
  await assertPorts(actor, { name, ports, daemon, itself });
  const volumes = mounts.flatMap(({ kind, source }) => (kind === "volume" ? [source] : []));
  const made = await assertVolumes({ actor, storage }, { name, volumes, had, daemon });
  const byName = volumes.filter((volume) => !had.has(volume));
  const assertStill = async () => {
    await assertOwnVolumes(actor, { name, volumes: byName, names: made.names });
    // Others may have been made at the same time.
    await assertPorts(actor, { name, ports, daemon, itself, isMade: true });
  };
  return { ...unjudged, ...made, networkId, assertStill };
}
