import { randomInt } from "node:crypto";
import { posix } from "node:path";
import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { tarHeader } from "@/lib/shared/tar";
import { fill, openArchive } from "./move-archive";
import { eachEntry, tarEnd } from "./tar-names";

const file = "0";
const hardLink = "1";
const maxSeconds = 2 ** 31;

/** From the root of the container. */
const placeOf = (name: string) => posix.join("/", name).replace(/(?<=.)\/$/, "");

/**
 * Makes a folder in a helper, and files without anything in them of all that is beside it, so that no link leads anywhere there. Gives what throws
 * volume/leads-out where anything was put beside the folder nevertheless, or taken from there.
 */
export async function closeOff(
  helper: Docker.Container,
  name: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const seeAll = async (see: Parameters<typeof eachEntry>[1]) => {
    const archive = await openArchive(helper, name, "");
    try {
      await eachEntry(archive as AsyncIterable<Buffer>, see); // without an encoding
    } finally {
      archive.destroy();
    }
  };
  /** Their times, which nobody can guess: one that was replaced has another. */
  const beside = new Map<string, number>();
  await seeAll((entry) => {
    const [, top = ""] = placeOf(entry.name).split("/");
    if (top !== "") beside.set(`/${top}`, randomInt(maxSeconds) * 1000);
  });
  const headers = [...beside].map(([place, mtimeMs]) =>
    tarHeader({ name: place.slice(1), sizeBytes: 0, mtimeMs, type: file }),
  );
  const own = tarHeader({ name: `${folder}/`, sizeBytes: 0, mtimeMs: 0, type: "5", mode: 0o755 });
  const from = [Buffer.concat([...headers, own, tarEnd])];
  await fill(helper, name, { from: oneByOne(from), path: "/", mayReplaceFolders: true, signal });

  const isInside = (place: string) => place.startsWith(`/${folder}/`);
  return () =>
    seeAll(({ name: entryName, type, linkName, mtimeMs }) => {
      const place = placeOf(entryName);
      if (place === "/" || place === `/${folder}`) return;
      const isRight = isInside(place)
        ? type !== hardLink || isInside(placeOf(linkName))
        : type === file && beside.get(place) === mtimeMs;
      if (!isRight) throw new AppError("volume/leads-out", { name: place.replace(`/${folder}/`, "") });
    });
}

async function* oneByOne(parts: readonly Buffer[]): AsyncGenerator<Buffer, void> {
  yield* parts;
}
