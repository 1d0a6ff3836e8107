import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { helperLabel, holderLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { keepHelper } from "@/lib/server/docker/own-helpers";
import { getApp } from "@/lib/server/runtime/app";
import { runId } from "@/lib/server/storage/own-names";
import { helperImage } from "./helper-image";
import { noteHelpers } from "./noted-helpers";

/** Where the volume is in the container. */
export const insidePath = "/volume";
const atOnce = 4;
let inUse = 0;
let working = 0;

/** Whether anything is done that containers of this run may belong to. */
export const areHelpersInUse = (): boolean => working > 0;

/** While `work` goes on, none of them is taken for left over. */
export async function keepingHelpers<T>(work: () => Promise<T>): Promise<T> {
  working++;
  try {
    return await work();
  } finally {
    working--;
  }
}

/** Who uses a container now: what is left of this installation's earlier runs is known by it. */
export const holderNow = (): string => `${getApp().keys.installation}/${runId}`;

type Making = { hasVolume?: boolean; labels?: Readonly<Record<string, string>> };

/** One that nobody ever starts: the next sweep takes it unless {@link keepingHelpers}. */
export async function makeHelper(
  name: string,
  { hasVolume = false, labels = {} }: Making = {},
): Promise<Docker.Container> {
  const image = await helperImage();
  await noteHelpers(getApp().db);
  const mounts: Docker.MountSettings[] = hasVolume ? [{ Type: "volume", Source: name, Target: insidePath }] : [];
  return askDocker(name, (docker, abortSignal) =>
    docker.createContainer({
      Image: image,
      Cmd: ["none"],
      NetworkDisabled: true,
      Labels: { [helperLabel]: name, [holderLabel]: holderNow(), ...labels },
      HostConfig: { Mounts: mounts, NetworkMode: "none" },
      abortSignal,
    }),
  );
}

type Work<T> = (container: Docker.Container) => Promise<T>;

/**
 * Gives `work` a container that has the volume at {@link insidePath}: the daemon reads and writes archives of what is in a container, also of one that never
 * runs, whatever the volume's driver, and wherever the daemon is. The container is gone afterwards. Throws volume/busy where too many are there.
 */
export async function withVolume<T>(name: string, work: Work<T>): Promise<T> {
  if (inUse >= atOnce) throw new AppError("volume/busy");
  inUse++;
  try {
    // Docker would make one that is not there.
    await askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal }));
    return await withHelper(name, work, { hasVolume: true });
  } finally {
    inUse--;
  }
}

/** The same without any volume: what the daemon does in it reaches nothing else. */
export const withoutVolume = <T>(name: string, work: Work<T>): Promise<T> => withHelper(name, work);

function withHelper<T>(name: string, work: Work<T>, making?: Making): Promise<T> {
  return keepingHelpers(async () => {
    const container = await makeHelper(name, making);
    const forget = keepHelper(container.id);
    const remove = () => askDocker(name, (_, abortSignal) => container.remove({ force: true, abortSignal }));
    try {
      return await work(container);
    } finally {
      await remove().catch(() => {}); // the next sweep tries it again
      forget();
    }
  });
}
