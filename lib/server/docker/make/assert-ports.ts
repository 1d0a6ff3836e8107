import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { isCreatorsContainer } from "@/lib/server/docker/created-by";
import { keptPorts, type KeptPort } from "@/lib/server/docker/kept-ports";
import { lookAround, type Neighbor } from "@/lib/server/docker/neighbors";
import { isPermitted, rangeParams } from "@/lib/server/docker/port-range";

export type Owner = Parameters<typeof isCreatorsContainer>[0];
export type Port = ContainerSpec["ports"][number];
type Wanted = Pick<ContainerSpec, "name" | "ports"> & {
  daemon: { usesCgroupsV1: boolean };
  /** The id of the container, or of the one that it takes the place of, once there is one. */
  itself?: string | undefined;
  /** Whether it is among the containers by now. */
  isMade?: boolean;
};

/**
 * Throws docker/port-range; docker/open-port where Docker would choose a port at each start, which may be that of something that has stopped; docker/others-port where a container of others
 * publishes the port whenever it runs, by any address, also while it is stopped, and docker/kept-port where somebody's saved forward listens there: people would find somebody else's container
 * in its place. And docker/too-many-ports, so that nobody keeps all of them. Where nothing of that is certain, and nor is the opposite, docker/unknown-neighbors.
 */
export async function assertPorts(owner: Owner, { name, ports, daemon, itself, isMade }: Wanted): Promise<void> {
  if (ports.length === 0) return;
  if (ports.some(({ outside }) => outside === null)) throw new AppError("docker/open-port", { name, ...rangeParams() });
  const beyond = ports.find((port) => !isPermitted(firstOf(port), lastOf(port)));
  if (beyond !== undefined)
    throw new AppError("docker/port-range", { name, port: String(beyond.outside), ...rangeParams() });
  const { own, others, unsure, kept } = await portsAround(owner, { name, daemon });
  for (const container of others) {
    const taken = ports.find((port) => container.ports?.some((other) => areSame(port, other)));
    if (taken !== undefined && container.id !== itself)
      throw new AppError("docker/others-port", { name, port: String(taken.outside), other: container.name });
  }
  const forwarded = ports.find((port) => kept.some((one) => isAt(port, one)));
  if (forwarded !== undefined) throw new AppError("docker/kept-port", { name, port: String(forwarded.outside) });
  const before = own.filter(({ id }) => id !== itself).flatMap((container) => container.ports ?? []);
  if (countOf(isMade === true ? before : [...before, ...ports]) > limits.perPerson.ports)
    throw new AppError("docker/too-many-ports", { name, count: limits.perPerson.ports });
  if (unsure.some(({ id }) => id !== itself)) throw new AppError("docker/unknown-neighbors");
}

/** What others have: containers by whatever address, and saved forwards. `unsure`: what may be others', and may publish any port. Throws what lookAround throws. */
export async function portsAround(owner: Owner, { name, daemon }: Pick<Wanted, "name" | "daemon">) {
  const { containers } = await lookAround(name, daemon);
  const [own, others, unsure]: [Neighbor[], Neighbor[], Neighbor[]] = [[], [], []];
  for (const one of containers) {
    if (one.ports?.length === 0) continue;
    const isOwn = await isCreatorsContainer(owner, one);
    (isOwn === true ? own : isOwn === null || one.ports === null ? unsure : others).push(one);
  }
  const kept = (await keptPorts()).filter(({ userId }) => userId !== owner.userId);
  return { own, others, unsure, kept };
}

const firstOf = ({ outside }: Port) => outside ?? 0;
export const lastOf = ({ outside, outside_last: last }: Port): number => last ?? outside ?? 0;

const countOf = (ports: readonly Port[]) =>
  ports.reduce((count, port) => count + Math.max(0, lastOf(port) - firstOf(port) + 1), 0);

/** Forwards listen by TCP. */
export const isAt = (port: Port, { port: at }: Pick<KeptPort, "port">): boolean =>
  port.protocol === "tcp" && port.outside !== null && port.outside <= at && at <= lastOf(port);

export const areSame = (one: Port, other: Port): boolean =>
  one.protocol === other.protocol &&
  one.outside !== null &&
  other.outside !== null &&
  lastOf(one) >= other.outside &&
  lastOf(other) >= one.outside;
