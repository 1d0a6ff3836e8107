import { posix } from "node:path";
import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { isWithin } from "@/lib/shared/paths";
import { isPlainHere } from "@/lib/server/machine/own-places";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { accessOf } from "@/lib/server/storage/scope";
import { findDaemon } from "./assert-reachable";
import { assertPorts } from "./make/assert-ports";
import { endpointsOf, isPlainNetwork } from "./make/endpoints";
import { likelyMakerOf } from "./make/maker";
import { publishedOf } from "./published-ports";

type Asker = Pick<Ctx, "actor" | "storage">;

/**
 * Docker follows links to the folders of a container at each start. Throws docker/moved-folders where there is a link by now in a folder in which the caller may write. Of
 * one that somebody without an administrator's rights has created throws docker/root-settings where it has folders, as was possible once, docker/others-network where
 * the daemon would look for a network by its name, which may be another's by now, and what assertPorts throws for its ports.
 */
export async function assertStartable(
  { actor, storage }: Asker,
  inspected: Docker.ContainerInspectInfo,
  name: string,
): Promise<void> {
  // The daemon says null for a list without anything in it, whatever its description says.
  const folders = ((inspected.Mounts as Docker.ContainerInspectInfo["Mounts"] | null) ?? []).flatMap(
    ({ Type, Source }) => (Type === "bind" ? [Source] : []),
  );
  if (actor.isRoot) return;
  const userId = await likelyMakerOf(inspected);
  if (userId !== null) {
    if (folders.length > 0) throw new AppError("docker/root-settings", { name });
    const { Id: itself, HostConfig } = inspected;
    const owner = { isRoot: false, userId, tokenId: null, scopes: [] };
    await assertPorts(owner, { name, itself, ports: publishedOf(HostConfig), daemon: await findDaemon(name) });
    const named = endpointsOf(inspected).find((one) => one.id === "" && !isPlainNetwork(one.name));
    if (named !== undefined) throw new AppError("docker/others-network", { name, network: named.name });
  }
  const moved = folders.filter((folder) => !isPlainHere(folder));
  if (moved.length === 0) return;
  const places = (await storage.roots()).map(({ place }) => place);
  const isWritten = (folder: string) =>
    places.some((place) => isWithin(folder, place)) && accessOf(folder, actor.scopes) === "write";
  if (moved.flatMap(foldersAbove).some(isWritten)) throw new AppError("docker/moved-folders", { name });
}

function foldersAbove(place: string): string[] {
  const above = posix.dirname(place);
  return above === place ? [] : [above, ...foldersAbove(above)];
}
