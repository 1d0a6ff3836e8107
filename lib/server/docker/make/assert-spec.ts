import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { usualCapabilities } from "@/lib/shared/capabilities";
import { AppError } from "@/lib/shared/errors";
import { isWithin } from "@/lib/shared/paths";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { foldersOf, isPlainPlace } from "@/lib/server/docker/beyond";
import { isPlainNetwork } from "@/lib/server/docker/plain-network";
import { isBindWithin, isFixedPlace } from "@/lib/server/docker/reach";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertVolumes, type NewVolumes } from "./assert-volumes";

type Asker = Pick<Ctx, "actor" | "storage">;
type Asked = Pick<ContainerSpec, "name" | "mounts" | "network" | "is_privileged" | "devices" | "cap_add">;

/**
 * Throws docker/root-settings where such a container could reach more of this machine than the caller may. A folder has to be one that was granted as a
 * whole, for writing, and stay where it is (reach.ts); and the container may only read it: root in there could leave a set-user-id file or a device in it,
 * which any account of the machine could use. Gives the volumes that are not there yet, which are the caller's once they are.
 */
export async function assertSpec(
  { actor, storage }: Asker,
  { name, mounts, network, is_privileged, devices, cap_add }: Asked,
): Promise<NewVolumes> {
  if (actor.isRoot) return { names: new Set(), labels: {} };
  const refuse = () => new AppError("docker/root-settings", { name });
  if (is_privileged || devices.length > 0) throw refuse();
  if (!cap_add.every((capability) => usualCapabilities.has(capability))) throw refuse();
  if (!(await isOpenNetwork(network))) throw refuse();
  const binds = mounts.filter(({ kind }) => kind === "bind");
  if (!(await areOpenBinds({ actor, storage }, { name, mounts: binds }))) throw refuse();
  const daemon = await findDaemon(name);
  const volumes = mounts.flatMap(({ kind, source }) => (kind === "volume" ? [source] : []));
  return assertVolumes({ actor, storage }, { name, volumes, daemon });
}

type Bound = { name: string; mounts: readonly Omit<Asked["mounts"][number], "kind">[] };

/** Whether somebody may have a container read all of these folders. */
export async function areOpenBinds({ actor, storage }: Asker, { name, mounts }: Bound): Promise<boolean> {
  if (mounts.length === 0) return true;
  const granted = await foldersOf({ actor, storage });
  const { socket } = await findDaemon(name);
  for (const { source, destination, is_writable } of mounts) {
    const isOpen =
      !is_writable &&
      isGranted(source, granted) &&
      isFixedPlace(source, granted) &&
      isBindWithin({ source, destination, isWritable: is_writable }, granted, socket) &&
      (await isPlainPlace(source, storage));
    if (!isOpen) return false;
  }
  return true;
}

/** As a whole: nothing of it is less than writable. */
function isGranted(source: string, granted: readonly { place: string; access: string }[]): boolean {
  return (
    source !== "/" &&
    granted.some(({ place, access }) => place === source && access === "write") &&
    granted.every(({ place }) => place === source || !isWithin(place, source))
  );
}

/** One of the machine's own, and those that are on its wires, are for administrators. */
async function isOpenNetwork(name: string): Promise<boolean> {
  // Another container's, or another namespace's, is no network of its own.
  if (/^(?:container|ns):/.test(name)) return false;
  if (name === "none" || name === "bridge" || name === "default") return true;
  const found = await askDocker(
    name,
    (docker) => docker.getNetwork(name).inspect() as Promise<Parameters<typeof isPlainNetwork>[0]>,
    {
      missing: "docker/no-network",
    },
  );
  return isPlainNetwork(found);
}
