import type { networkContract } from "@/lib/contracts/network";
import { AppError, isAppError } from "@/lib/shared/errors";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { assertNotBuilding } from "@/lib/server/docker/builder-container";
import { createdBy } from "@/lib/server/docker/created-by";
import { keptNames } from "@/lib/server/docker/kept-names";
import { nameOf } from "@/lib/server/docker/list-containers";
import { assertSpares, assertSparesAmong } from "@/lib/server/docker/own-container";
import { assertNoHelper } from "@/lib/server/docker/own-helpers";
import { isPlainNetwork } from "@/lib/server/docker/plain-network";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";
import { networksChanged } from "./follow-networks";
import { countUses, isOwn, subnetsOf } from "./list-networks";
import { subnetFor } from "./subnet";

export const createNetwork: Service<typeof networkContract.createNetwork> = async (
  { name, internal, ...range },
  { actor, about },
) => {
  about(name);
  // A stack that an administrator has approved would take one of its name for its own.
  if ((await keptNames()).networks.has(name)) assertRoot(actor);
  const config = await subnetFor(range, actor);
  const { id } = await askDocker(name, (docker, abortSignal) =>
    docker.createNetwork({
      Name: name,
      Driver: "bridge",
      CheckDuplicate: true,
      Internal: internal,
      ...(actor.isRoot ? {} : { Labels: { ...createdBy(actor) } }),
      EnableIPv6: config?.Subnet.includes(":") ?? false,
      ...(config === null ? {} : { IPAM: { Driver: "default", Config: [config] } }),
      abortSignal,
    }),
  );
  networksChanged();
  return { id };
};

export const removeNetwork: Service<typeof networkContract.removeNetwork> = async ({ id }, { actor, about }) => {
  const network = await inspect(id);
  about(network.Name);
  assertSparesAmong(actor, Object.keys((network.Containers as typeof network.Containers | null) ?? {}));
  if (isOwn(network)) throw new AppError("network/own", { name: network.Name });
  await askDocker(network.Name, (docker, abortSignal) => docker.getNetwork(network.Id).remove({ abortSignal }));
  networksChanged();
  return {};
};

export const connectContainer: Service<typeof networkContract.connectContainer> = async (
  { id, container, ipv4 },
  { actor, about },
) => {
  const network = await inspect(id);
  const name = await admit(container, actor);
  about(`${name} → ${network.Name}`);
  // On the machine's own network, or on none, is how a container is made, and what it is trusted for.
  if (isOwn(network) && network.Name !== "bridge") throw new AppError("network/own", { name: network.Name });
  if (!isPlainNetwork(network)) assertRoot(actor);
  await askDocker(name, (docker) =>
    docker.getNetwork(network.Id).connect({
      Container: container,
      ...(ipv4 === "" ? {} : { EndpointConfig: { IPAMConfig: { IPv4Address: ipv4 } } }),
    }),
  );
  networksChanged();
  return {};
};

export const disconnectContainer: Service<typeof networkContract.disconnectContainer> = async (
  { id, container, force },
  { actor, about },
) => {
  const network = await inspect(id);
  const name = await admit(container, actor);
  about(`${name} ↛ ${network.Name}`);
  await askDocker(name, (docker, abortSignal) =>
    docker.getNetwork(network.Id).disconnect({ Container: container, Force: force, abortSignal }),
  );
  networksChanged();
  return {};
};

export const listUnusedNetworks: Service<typeof networkContract.listUnusedNetworks> = async () => ({
  networks: (await findUnused()).map((network) => ({
    id: network.Id,
    name: network.Name,
    subnets: subnetsOf(network),
  })),
});

/** Those that were shown, one by one: the daemon's own way would take what has become unused since. */
export const pruneNetworks: Service<typeof networkContract.pruneNetworks> = async ({ ids }, { about, signal }) => {
  const unused = new Map((await findUnused()).map(({ Id, Name }) => [Id, Name]));
  about(ids.map((id) => unused.get(id) ?? id).join(" "));
  const [removed, kept]: [string[], string[]] = [[], []];
  try {
    for (const id of new Set(ids)) {
      if (signal.aborted) break;
      const name = unused.get(id);
      const isRemoved =
        name !== undefined &&
        (await askDocker(name, (docker, abortSignal) => docker.getNetwork(id).remove({ abortSignal })).then(
          () => true,
          refusedOnly,
        ));
      (isRemoved ? removed : kept).push(name ?? id);
    }
  } finally {
    networksChanged();
  }
  return { removed, kept };
};

/** That one is in use by now is no failure of the others. */
function refusedOnly(error: unknown): false {
  if (isAppError(error) && !isAway(error)) return false;
  throw error;
}

async function findUnused() {
  const [networks, used] = await Promise.all([
    askDocker("", (docker, abortSignal) => docker.listNetworks({ abortSignal })),
    countUses(),
  ]);
  return networks.filter((network) => !isOwn(network) && !used.has(network.Id));
}

const inspect = (id: string) => askDocker(id, (docker) => docker.getNetwork(id).inspect());

/** Gives the container's name. */
async function admit(asked: string, actor: Actor): Promise<string> {
  const inspected = await askDocker(asked, (docker, abortSignal) =>
    docker.getContainer(asked).inspect({ abortSignal }),
  );
  const name = nameOf(inspected.Name);
  assertNoHelper(actor, { id: inspected.Id, labels: inspected.Config.Labels });
  await assertNotBuilding(actor, inspected, name);
  await assertSpares(actor, inspected);
  return name;
}
