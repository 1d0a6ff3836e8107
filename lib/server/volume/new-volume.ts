import { randomBytes } from "node:crypto";
import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { madeLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";

/** A large one takes the daemon as long as deleting its files. */
const patienceMs = 10 * 60_000;

type Wanted = {
  name: string;
  driver: string;
  options: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
};

/** Throws volume/exists. */
export async function assertNoVolume(name: string): Promise<void> {
  const { Volumes } = await askDocker(name, (docker, abortSignal) =>
    docker.listVolumes({ filters: { name: [name] }, abortSignal }),
  );
  if (Volumes.some(({ Name }) => Name === name)) throw new AppError("volume/exists", { name });
}

/** The daemon gives back one that is there already, whoever has made it meanwhile. Throws volume/exists. */
export async function newVolume(
  { name, driver, options, labels }: Wanted,
  made = randomBytes(16).toString("hex"),
): Promise<void> {
  await assertNoVolume(name);
  const Labels = { ...labels, [madeLabel]: made };
  await askDocker(name, (docker, abortSignal) =>
    docker.createVolume({ Name: name, Driver: driver, DriverOpts: { ...options }, Labels, abortSignal }),
  );
  if (!(await isMade(name, made))) throw new AppError("volume/exists", { name });
}

async function isMade(name: string, made: string): Promise<boolean> {
  const volume = await askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal }));
  // Older daemons say null where there are none.
  return (volume.Labels as Docker.VolumeInspectInfo["Labels"] | null)?.[madeLabel] === made; // null for none, whatever the package says
}

/** Removes one that {@link newVolume} has made, where it is there; never somebody else's of its name. */
export async function removeMade(name: string, made: string): Promise<void> {
  try {
    if (await isMade(name, made))
      await askDocker(name, (docker, abortSignal) => docker.getVolume(name).remove({ abortSignal }), { patienceMs });
  } catch (error) {
    if (!isAppError(error) || error.key !== "docker/not-found") throw error;
  }
}
