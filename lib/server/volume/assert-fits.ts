import { AppError } from "@/lib/shared/errors";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { readSpace } from "@/lib/server/machine/read-space";

/**
 * Throws file/disk-full where so many bytes have no room in a volume: what is written over as far as the room goes is lost. Where the volume's folder cannot be seen from
 * here, such as another machine's, or nobody knows how many bytes there will be (null), the disk alone says so.
 */
export async function assertFits(name: string, bytes: number | null): Promise<void> {
  if (bytes === null) return;
  const { Mountpoint } = await askDocker(name, (docker, abortSignal) =>
    docker.getVolume(name).inspect({ abortSignal }),
  );
  const space = await readSpace(Mountpoint).catch(() => null);
  // A file system that tells no size may still have room.
  if (space !== null && space.totalBytes > 0 && bytes > space.availableBytes) throw new AppError("file/disk-full");
}
