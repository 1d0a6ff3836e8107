import { posix } from "node:path";
import type Docker from "dockerode";
import { fill } from "./move-archive";
import { namesOf, renamed, tarEnd } from "./tar-names";
import { insidePath } from "./with-volumes";

/**
 * Gives the folder of a volume the owner, the mode and the time that an archive has for it: the daemon leaves the folder alone that it unpacks into, and programs refuse one
 * that is not theirs. An archive that does not name it changes nothing.
 */
export async function takeTop(
  container: Docker.Container,
  name: string,
  { from, signal }: { from: AsyncIterable<Buffer>; signal: AbortSignal },
): Promise<void> {
  const top = await findTop(from);
  if (top === null) return;
  const whole = Buffer.concat([renamed(top, `${insidePath.slice(1)}/`), tarEnd]);
  await fill(container, name, { from: one(whole), path: "/", signal });
}

/** The headers of it. */
async function findTop(chunks: AsyncIterable<Buffer>): Promise<Buffer | null> {
  let isTop = false;
  const change = ({ type, name }: { type: string; name: string }) => {
    isTop = type === "5" && posix.join("/", name) === "/";
    return type;
  };
  for await (const headers of namesOf(chunks, { change })) if (isTop) return headers;
  return null;
}

async function* one(chunk: Buffer): AsyncGenerator<Buffer, void> {
  yield chunk;
}
