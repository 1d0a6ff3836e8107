import { AppError } from "@/lib/shared/errors";
import { askDocker } from "@/lib/server/docker/ask-docker";

type Wanted = {
  name: string;
  driver: string;
  options: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
};

/** The daemon would give back one that is there already. Throws volume/exists. */
export async function newVolume({ name, driver, options, labels }: Wanted): Promise<void> {
  const { Volumes } = await askDocker(name, (docker, abortSignal) =>
    docker.listVolumes({ filters: { name: [name] }, abortSignal }),
  );
  if (Volumes.some(({ Name }) => Name === name)) throw new AppError("volume/exists", { name });
  await askDocker(name, (docker, abortSignal) =>
    docker.createVolume({ Name: name, Driver: driver, DriverOpts: { ...options }, Labels: { ...labels }, abortSignal }),
  );
}
