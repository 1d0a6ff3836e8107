import type Docker from "dockerode";
import type { networkContract } from "@/lib/contracts/network";
import { AppError, isAppError } from "@/lib/shared/errors";
import { withLock } from "@/lib/server/base/with-lock";
import { allContainers } from "@/lib/server/docker/ask-containers";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { assertNotBuilding } from "@/lib/server/docker/builder-container";
import { isOwnContainer, mayChange } from "@/lib/server/docker/created-by";
import { keptNames } from "@/lib/server/docker/kept-names";
import { nameOf } from "@/lib/server/docker/list-containers";
import { assertNotReplaced, whileNotReplaced } from "@/lib/server/docker/make/replaced-names";
import { assertSpares, assertSparesAmong } from "@/lib/server/docker/own-container";
import { assertNoHelper } from "@/lib/server/docker/own-helpers";
import { assertFew, makeNetwork, usualPrefix } from "@/lib/server/docker/own-network";
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
  // What others' containers get in place of Docker's usual one.
  if (name.startsWith(usualPrefix)) assertRoot(actor);
  const id = await withLock("new network", async () => {
    await assertFew(actor);
    const config = await subnetFor(range, actor);
    return makeNetwork(actor, {
      Name: name,
      Internal: internal,
      EnableIPv6: config?.Subnet.includes(":") ?? false,
      ...(config === null ? {} : { IPAM: { Driver: "default", Config: [config] } }),
    });
  });
  networksChanged();
  return { id };
};

export const removeNetwork: Service<typeof networkContract.removeNetwork> = async ({ id }, { actor, about }) => {
  const network = await inspect(id);
  about(network.Name);
  assertSparesAmong(actor, Object.keys((network.Containers as typeof network.Containers | null) ?? {}));
  if (isOwn(network)) throw new AppError("network/own", { name: network.Name });
  assertCreator(actor, network);
  await askDocker(network.Name, (docker, abortSignal) => docker.getNetwork(network.Id).remove({ abortSignal }));
  networksChanged();
  return {};
};

export const connectContainer: Service<typeof networkContract.connectContainer> = async (
  { id, container, ipv4 },
  { actor, about },
) => {
  const network = await inspect(id);
  const { id: member, name } = await admit(container, actor);
  about(`${name} → ${network.Name}`);
  // On the machine's own network, or on none, is how a container is made, and what it is trusted for.
  if (isOwn(network) && network.Name !== "bridge") throw new AppError("network/own", { name: network.Name });
  assertCreator(actor, network);
  await whileNotReplaced({ id: member, name }, () =>
    askDocker(name, (docker) =>
      docker.getNetwork(network.Id).connect({
        Container: member,
        // Of a container that does not run Docker keeps the name alone, unless it is told the id.
        EndpointConfig: { NetworkID: network.Id, ...(ipv4 === "" ? {} : { IPAMConfig: { IPv4Address: ipv4 } }) },
      }),
    ),
  );
  networksChanged();
  return {};
};

export const disconnectContainer: Service<typeof networkContract.disconnectContainer> = async (
  { id, container, force },
  { actor, about },
) => {
  const network = await inspect(id);
  const { id: member, name } = await admit(container, actor);
  about(`${name} ↛ ${network.Name}`);
  await whileNotReplaced({ id: member, name }, () =>
    askDocker(name, (docker, abortSignal) =>
      docker.getNetwork(network.Id).disconnect({ Container: member, Force: force, abortSignal }),
    ),
  );
  networksChanged();
  return {};
};

export const listUnusedNetworks: Service<typeof networkContract.listUnusedNetworks> = async (_, { actor }) => ({
  networks: (await findUnused(actor)).map((network) => ({
    id: network.Id,
    name: network.Name,
    subnets: subnetsOf(network),
  })),
});

/** Those that were shown, one by one: the daemon's own way would take what has become unused since. */
export const pruneNetworks: Service<typeof networkContract.pruneNetworks> = async (
  { ids },
  { actor, about, signal },
) => {
  const unused = new Map((await findUnused(actor)).map(({ Id, Name }) => [Id, Name]));
  about(ids.map((id) => unused.get(id) ?? id));
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

/** Of what the caller may remove. */
async function findUnused(actor: Actor) {
  const [networks, containers] = await Promise.all([
    askDocker("", (docker, abortSignal) => docker.listNetworks({ abortSignal })),
    allContainers(""),
  ]);
  const used = countUses(containers);
  return networks.filter((network) => !isOwn(network) && !used.has(network.Id) && mayChange(actor, network.Labels));
}

const inspect = (id: string) => askDocker(id, (docker) => docker.getNetwork(id).inspect());

/** Throws network/others: what somebody else has in a network counts on who is in it. */
function assertCreator(actor: Actor, { Name, Labels }: Pick<Docker.NetworkInspectInfo, "Name" | "Labels">): void {
  if (!mayChange(actor, Labels)) throw new AppError("network/others", { name: Name });
}

/** Gives the container itself: the text that was asked by may mean another one a moment later. */
async function admit(asked: string, actor: Actor): Promise<{ id: string; name: string }> {
  const inspected = await askDocker(asked, (docker, abortSignal) =>
    docker.getContainer(asked).inspect({ abortSignal }),
  );
  const name = nameOf(inspected.Name);
  assertNotReplaced(name, inspected.Id);
  assertNoHelper(actor, { id: inspected.Id, labels: inspected.Config.Labels });
  await assertNotBuilding(actor, inspected, name);
  await assertSpares(actor, inspected);
  const own = { labels: inspected.Config.Labels, imageId: inspected.Image };
  if (!actor.isRoot && !(await isOwnContainer(actor, own))) throw new AppError("docker/others-container", { name });
  return { id: inspected.Id, name };
}
