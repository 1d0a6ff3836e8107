import type Docker from "dockerode";
import type { NetworkRow, networkContract } from "@/lib/contracts/network";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { mayChange } from "@/lib/server/docker/created-by";
import { networksOf } from "@/lib/server/docker/networks-of";
import type { Service } from "@/lib/server/http/service";
import { askContainers } from "@/lib/server/docker/ask-containers";
import type { Actor } from "@/lib/server/runtime/ctx";
import { readEach, type ReadRows } from "@/lib/server/runtime/read-rows";

const maxText = 256;
const own: ReadonlySet<string> = new Set(["bridge", "host", "none"]);

/** With what decides who may change it; the contract takes that away. */
export type KnownNetwork = NetworkRow & { labels: Readonly<Record<string, string>> | undefined };

export const listNetworks: Service<typeof networkContract.listNetworks> = async (_, { actor }) => {
  const { rows, unreadable } = await readNetworks();
  return { networks: rows.map(networkSeenBy(actor)), unreadable };
};

export const networkSeenBy =
  (actor: Actor) =>
  (network: KnownNetwork): KnownNetwork => ({ ...network, may_change: mayChange(actor, network.labels) });

/** All of them, with how many containers are on each. */
export async function readNetworks(): Promise<ReadRows<KnownNetwork>> {
  const [networks, { rows: containers }] = await Promise.all([
    askDocker("", (docker, abortSignal) => docker.listNetworks({ abortSignal })),
    askContainers("", { all: true }),
  ]);
  const used = countUses(containers);
  return readEach("networks", networks, (network) => ({
    id: network.Id,
    name: network.Name.slice(0, maxText),
    driver: network.Driver.slice(0, maxText),
    subnets: subnetsOf(network),
    is_internal: network.Internal,
    is_own: isOwn(network),
    used_by: used.get(network.Id) ?? 0,
    created_at: timeOf(network.Created),
    project: network.Labels?.["com.docker.compose.project"]?.slice(0, maxText) ?? null,
    may_change: false,
    labels: network.Labels,
  }));
}

/** Docker makes these itself, and lets nobody remove them. */
export const isOwn = ({ Name }: Pick<Docker.NetworkInspectInfo, "Name">): boolean => own.has(Name);

export function subnetsOf({ IPAM }: Pick<Docker.NetworkInspectInfo, "IPAM">): string[] {
  return (IPAM?.Config ?? []).flatMap(({ Subnet }) => (Subnet === undefined ? [] : [Subnet]));
}

/** By the id of the network; those that do not run keep theirs as well. */
export function countUses(containers: readonly Docker.ContainerInfo[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const container of containers)
    for (const { NetworkID } of Object.values(networksOf(container)))
      counts.set(NetworkID, (counts.get(NetworkID) ?? 0) + 1);
  return counts;
}

/** In ms since 1970; null for what Docker says for never. */
export function timeOf(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}
