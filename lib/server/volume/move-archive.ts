import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type Docker from "dockerode";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { insidePath } from "./with-volumes";

/** Until the daemon has found out what there is to read. */
const patienceMs = 60_000;
const dayMs = 24 * 60 * 60_000;

/** What is in a folder of a container, its volume unless said otherwise, as a tar. */
export async function openArchive(container: Docker.Container, name: string, path = insidePath): Promise<Readable> {
  const stream = await askDocker(name, (_, abortSignal) => container.getArchive({ path: `${path}/.`, abortSignal }), {
    patienceMs,
  });
  return Readable.prototype.isPrototypeOf(stream) ? (stream as Readable) : new PassThrough().wrap(stream);
}

type Filling = {
  from: AsyncIterable<Buffer> | Readable;
  /** In the container; its volume, unless said otherwise. */
  path?: string;
  /** A file takes the place of a folder with all that is in it. */
  mayReplaceFolders?: boolean;
  counted?: Transform;
  signal: AbortSignal;
};

/** The daemon unpacks it there, wherever names and links in it would lead. */
export async function fill(
  container: Docker.Container,
  name: string,
  { from, path = insidePath, mayReplaceFolders = false, counted = countBytes(), signal }: Filling,
): Promise<void> {
  const source = Readable.from(from, { objectMode: false });
  const arriving = pipeline(source, counted, { signal });
  // What breaks off here, the daemon is told by the end of its request.
  arriving.catch(() => {});
  try {
    await askDocker(
      name,
      () =>
        container.putArchive(counted, {
          path,
          ...(mayReplaceFolders ? {} : { noOverwriteDirNonDir: "true" }),
          abortSignal: signal,
        }),
      { patienceMs: dayMs },
    );
  } catch (error) {
    // It may have had enough before the end: nobody takes the rest.
    source.destroy();
    throw error;
  }
  await arriving;
}

type Counting = Transform & { bytes: () => number };

export function countBytes(onBytes: (bytes: number) => void = () => {}): Counting {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  return Object.assign(counting, { bytes: () => bytes });
}
