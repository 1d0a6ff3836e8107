import type Docker from "dockerode";
import { ownContainerIds } from "@/lib/server/machine/own-places";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";
import { askDocker } from "./ask-docker";
import { nameOf } from "./list-containers";
import { isNamedSo } from "./neighbors";

type Inspected = Pick<Docker.ContainerInspectInfo, "Id" | "Name" | "HostConfig">;

/**
 * Throws auth/root-only for whoever is no administrator where Filedeck runs in this container, or in its network or processes: what ends it, changes it, or takes it from a
 * network ends Filedeck for all, or cuts it off.
 */
export async function assertSpares(actor: Pick<Actor, "isRoot">, inspected: Inspected): Promise<void> {
  if (!actor.isRoot && (await carriesFiledeck(inspected))) assertRoot(actor);
}

/** The same of all that the daemon has in a network. */
export function assertSparesAmong(actor: Pick<Actor, "isRoot">, ids: Iterable<string>): void {
  const own = ownContainerIds();
  if ([...ids].some((id) => own.has(id))) assertRoot(actor);
}

async function carriesFiledeck(inspected: Inspected): Promise<boolean> {
  const own = ownContainerIds();
  if (own.size === 0) return false;
  if (own.has(inspected.Id)) return true;
  const containers = (await Promise.all([...own].map(inspect))).filter((one) => one !== null);
  // In another one's network a container has that one's files: which of those that are in it is ours cannot be told.
  return containers.some((one) => joins(one, inspected) || joins(inspected, one));
}

/** Null: another daemon's, or a container of another kind. */
const inspect = (id: string): Promise<Inspected | null> =>
  askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal })).catch(() => null);

/** Whether it is in the network or among the processes of the other one, which end with that. */
const joins = ({ HostConfig: { NetworkMode = "", PidMode = "" } }: Inspected, { Id, Name }: Inspected) =>
  [NetworkMode, PidMode].some((mode) => {
    const [, other] = /^container:(.+)$/.exec(mode) ?? [];
    return other !== undefined && isNamedSo({ id: Id, name: nameOf(Name) }, other);
  });
