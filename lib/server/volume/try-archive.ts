import { randomBytes } from "node:crypto";
import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { closeOff } from "./close-off";
import { fill, openArchive } from "./move-archive";
import type { Incoming } from "./read-incoming";
import { namesOf, placeholderOf } from "./tar-names";
import { insidePath, withVolume, withoutVolume } from "./with-volumes";

/**
 * Has the daemon unpack the names of an archive among those that a volume has already, in a container that goes afterwards and has no volume: the daemon follows links in
 * all of a container. Throws what the daemon says of the first that it refuses, and volume/leads-out: in the volume itself everything before that would be written by then.
 */
export async function tryArchive(name: string, incoming: Incoming, signal: AbortSignal): Promise<void> {
  // As deep as the volume is, and nothing that an absolute link in the archive could lead to.
  const folder = randomBytes(16).toString("hex");
  await withoutVolume(name, async (trial) => {
    const assertInside = await closeOff(trial, name, { folder, signal });
    await withVolume(name, (volume) => takeNames(volume, trial, { name, folder, signal }));
    await fill(trial, name, { from: incoming.names(), path: `/${folder}`, signal }).catch((error: unknown) => {
      throw asInVolume(error, folder);
    });
    await assertInside();
  });
}

type Place = { name: string; folder: string; signal: AbortSignal };

async function takeNames(
  volume: Docker.Container,
  trial: Docker.Container,
  { name, folder, signal }: Place,
): Promise<void> {
  const archive = await openArchive(volume, name);
  try {
    const taken = namesOf(archive as AsyncIterable<Buffer>, { change: placeholderOf }); // without an encoding
    await fill(trial, name, { from: taken, path: `/${folder}`, signal });
  } finally {
    archive.destroy();
  }
}

/** What the daemon says of names here, as it would say it of the volume. */
function asInVolume(error: unknown, folder: string): unknown {
  const text = isAppError(error) ? error.params["text"] : undefined;
  if (!isAppError(error) || typeof text !== "string") return error;
  return new AppError(
    error.key,
    { ...error.params, text: text.replaceAll(`/${folder}`, insidePath) },
    { cause: error },
  );
}
