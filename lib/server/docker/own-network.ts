import type Docker from "dockerode";
import { digitsOf, slugOf } from "@/lib/shared/image-namespace";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { askDocker } from "./ask-docker";
import { createdBy, isCreator } from "./created-by";

type Owner = Pick<Actor, "isRoot" | "userId" | "username" | "tokenId" | "scopes">;
type Network = Docker.NetworkInspectInfo;

const missing = "docker/no-network";
/** What Docker takes where nothing is chosen: all that is in it reaches all else there, and can pass for it. */
const usual: ReadonlySet<string> = new Set(["bridge", "default"]);
/** Nobody else gives a network such a name. */
export const usualPrefix = "users-";
/** Docker has addresses for some thirty networks, unless it is told of more. */
const mostOwn = 8;

/**
 * The network that a container gets by this name: in place of Docker's usual one, which all share, somebody without an administrator's rights has one of their own, made where
 * it is not there yet. Throws network/no-addresses, and what askDocker throws.
 */
export async function networkFor(actor: Owner, asked: string): Promise<string> {
  if (actor.isRoot || !usual.has(asked)) return asked;
  const name = usualNetworkOf(actor);
  if ((await find(name)) === null)
    await makeNetwork(actor, { Name: name }).catch(async (error: unknown) => {
      // Another container of theirs has just asked for it.
      if ((await find(name)) === null) throw error;
    });
  return name;
}

/** A network that ends at the machine, which says who has created it. Gives its id. Throws network/no-addresses, and what askDocker throws. */
export const makeNetwork = (actor: Owner, asked: Docker.NetworkCreateOptions): Promise<string> =>
  makeNetworkOf(createdBy(actor), asked);

/** The same with these labels. */
export async function makeNetworkOf(
  labels: Readonly<Record<string, string>>,
  asked: Docker.NetworkCreateOptions,
): Promise<string> {
  const made: Docker.Network = await askDocker(
    asked.Name,
    (docker, abortSignal) =>
      docker.createNetwork({
        ...asked,
        Driver: "bridge",
        CheckDuplicate: true,
        Labels: { ...labels },
        abortSignal,
      }),
    { missing: "network/no-addresses" },
  );
  return made.id;
}

/** Of each user, and of each token of an administrator's: names are given to others later. */
function usualNetworkOf(actor: Owner): string {
  const creator = createdBy(actor)[creatorLabel] ?? "";
  return `${usualPrefix}${slugOf(actor.username.toLowerCase())}-${digitsOf(creator)}`;
}

/**
 * The id of a network that somebody without an administrator's rights may have containers in, which is one that they have created; null for none. What has the name later may
 * be another. Throws docker/no-network, docker/others-network.
 */
export async function ownNetwork(actor: Owner, { name, network }: { name: string; network: string }) {
  if (network === "none") return null;
  const refuse = () => new AppError("docker/others-network", { name, network });
  // Another container's, or another namespace's, is no network of its own.
  if (/^(?:container|ns):/.test(network)) throw refuse();
  const found = await find(network);
  if (found === null) throw new AppError(missing, { name: network });
  if (!isCreator(actor, found.Labels)) throw refuse();
  return found.Id;
}

/** Throws network/too-many. */
export async function assertFew(actor: Owner): Promise<void> {
  if (actor.isRoot) return;
  const networks = await askDocker("", (docker, abortSignal) => docker.listNetworks({ abortSignal }));
  if (networks.filter(({ Labels }) => isCreator(actor, Labels)).length >= mostOwn)
    throw new AppError("network/too-many", { count: mostOwn });
}

async function find(name: string): Promise<Network | null> {
  try {
    const found: Network = await askDocker(name, (docker) => docker.getNetwork(name).inspect(), { missing });
    // By the beginning of an id the daemon finds another's.
    return found.Name === name || found.Id === name ? found : null;
  } catch (error) {
    if (isAppError(error) && error.key === missing) return null;
    throw error;
  }
}
