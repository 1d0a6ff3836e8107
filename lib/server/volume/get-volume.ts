import type { volumeContract } from "@/lib/contracts/volume";
import type { VirtualPath } from "@/lib/shared/paths";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { nameOf } from "@/lib/server/docker/list-containers";
import type { Service } from "@/lib/server/http/service";
import type { Storage } from "@/lib/server/storage/storage";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { timeOf } from "./list-volumes";

const maxText = 1_000;
const most = 200;
const cut = (record: Record<string, string> | null | undefined) =>
  Object.fromEntries(
    Object.entries(record ?? {})
      .slice(0, most)
      .map(([key, value]) => [key.slice(0, maxText), value.slice(0, maxText)]),
  );

export const getVolume: Service<typeof volumeContract.getVolume> = async ({ name }, { actor, storage }) => {
  const [volume, { rows: containers }] = await Promise.all([
    askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal })),
    askContainers(name, { all: true, filters: { volume: [name] } }),
  ]);
  return {
    name: volume.Name,
    driver: volume.Driver.slice(0, maxText),
    scope: volume.Scope,
    created_at: timeOf(volume),
    labels: cut(volume.Labels),
    used_by: containers.slice(0, most).flatMap(({ Id, Names, State, Mounts }) => {
      const mount = Mounts.find((one) => one.Name === volume.Name);
      if (mount === undefined) return []; // the filter takes parts of names as well
      const { Destination: destination, RW: is_writable } = mount;
      return [{ id: Id, name: nameOf(Names[0] ?? Id), destination, is_writable, state: State }];
    }),
    inside: actor.isRoot ? { mountpoint: volume.Mountpoint.slice(0, maxText), options: cut(volume.Options) } : null,
    path: await pathOf(volume, storage),
  };
};

/** The daemon may run on another machine, or in a container: only what is there for the caller counts. */
async function pathOf(
  { Driver, Mountpoint }: { Driver: string; Mountpoint: string },
  storage: Storage,
): Promise<VirtualPath | null> {
  if (Driver !== "local") return null;
  try {
    const path = storage.locate(Mountpoint);
    return path !== null && (await storage.stat(path)).kind === "folder" ? path : null;
  } catch {
    return null;
  }
}
