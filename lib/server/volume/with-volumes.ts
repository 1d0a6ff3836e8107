import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { helperLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { keepHelper } from "@/lib/server/docker/own-helpers";
import { helperImage } from "./helper-image";

/** Where the volume is in the container. */
export const insidePath = "/volume";
const atOnce = 4;
let inUse = 0;

/**
 * Gives `work` a container that has the volume at {@link insidePath}: the daemon reads and writes archives of what is in a container, also of one that never
 * runs, whatever the volume's driver, and wherever the daemon is. The container is gone afterwards. Throws volume/busy where too many are there.
 */
export async function withVolume<T>(name: string, work: (container: Docker.Container) => Promise<T>): Promise<T> {
  if (inUse >= atOnce) throw new AppError("volume/busy");
  inUse++;
  try {
    // Docker would make one that is not there.
    await askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal }));
    const image = await helperImage();
    const container = await askDocker(name, (docker, abortSignal) =>
      docker.createContainer({
        Image: image,
        Cmd: ["none"],
        NetworkDisabled: true,
        Labels: { [helperLabel]: name },
        HostConfig: { Mounts: [{ Type: "volume", Source: name, Target: insidePath }], NetworkMode: "none" },
        abortSignal,
      }),
    );
    const forget = keepHelper(container.id);
    try {
      return await work(container);
    } finally {
      await askDocker(name, () => container.remove({ force: true })).catch(() => {}); // seen in the list, and in nobody's way
      forget();
    }
  } finally {
    inUse--;
  }
}
