import type { networkContract } from "@/lib/contracts/network";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { mayChange } from "@/lib/server/docker/created-by";
import { networksOf } from "@/lib/server/docker/networks-of";
import { nameOf } from "@/lib/server/docker/list-containers";
import type { Service } from "@/lib/server/http/service";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { timeOf } from "./list-networks";

const maxText = 1_000;
const most = 500;
const cut = (record: Record<string, string> | null | undefined) =>
  Object.fromEntries(
    Object.entries(record ?? {})
      .slice(0, most)
      .map(([key, value]) => [key.slice(0, maxText), value.slice(0, maxText)]),
  );

export const getNetwork: Service<typeof networkContract.getNetwork> = async ({ id }, { actor }) => {
  const network = await askDocker(id, (docker) => docker.getNetwork(id).inspect());
  // Those that do not run are not in the network's own list.
  const { rows: containers } = await askContainers(id, { all: true, filters: { network: [network.Id] } });
  return {
    id: network.Id,
    name: network.Name,
    driver: network.Driver,
    scope: network.Scope,
    created_at: timeOf(network.Created),
    is_internal: network.Internal,
    is_attachable: network.Attachable,
    has_ipv6: network.EnableIPv6 ?? false,
    ranges: (network.IPAM?.Config ?? []).slice(0, most).map(({ Subnet = "", Gateway = "", IPRange = "" }) => ({
      subnet: Subnet,
      gateway: Gateway,
      ip_range: IPRange,
    })),
    options: cut(network.Options),
    labels: cut(network.Labels),
    may_change: mayChange(actor, network.Labels),
    containers: containers.slice(0, most).flatMap(({ Id, Names, State, NetworkSettings }) => {
      const place = Object.values(networksOf({ NetworkSettings })).find(({ NetworkID }) => NetworkID === network.Id);
      if (place === undefined) return [];
      const { IPAddress: ipv4, GlobalIPv6Address: ipv6, MacAddress: mac } = place;
      return [{ id: Id, name: nameOf(Names[0] ?? Id), state: State, ipv4, ipv6, mac }];
    }),
  };
};
