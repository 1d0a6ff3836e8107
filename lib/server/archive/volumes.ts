import { AppError, isAppError } from "@/lib/shared/errors";
import type { OpenFile } from "@/lib/server/storage/storage";
import type { ArchiveEntry, OpenArchive } from "./archive-entry";

/** `a.part1.rar`, `a.r00`, `a.z01`, `a.7z.001`. The last one of a split zip, `a.zip`, only its end tells from a damaged one. */
const volumeName = /\.(?:part\d+\.rar|[rsz]\d\d|(?:7z|zip|rar|tar|gz|tgz|bz2|xz|zst)\.\d{3})$/i;
const endBytes = 22;
const endSignature = 0x06054b50;
const maxTailBytes = 1_024;

/** Opens what may be one part of several: where that fails, it is not damaged. Throws archive/volume for archive/broken and archive/format. */
export async function openAsVolume(
  file: OpenFile,
  name: string,
  open: () => Promise<OpenArchive>,
): Promise<OpenArchive> {
  if (!volumeName.test(name) && !(await isEndOfSplitZip(file))) return open();
  const archive = await open().catch(asVolume);
  return {
    ...archive,
    list: () => guarded(archive.list()),
    entries: (isWanted) => guardedEntries(archive.entries(isWanted)),
  };
}

function asVolume(error: unknown): never {
  const isIncomplete = isAppError(error) && (error.key === "archive/broken" || error.key === "archive/format");
  throw isIncomplete ? new AppError("archive/volume", {}, { cause: error }) : error;
}

async function* guarded<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* source;
  } catch (error) {
    asVolume(error);
  }
}

async function* guardedEntries(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry, void, undefined> {
  for await (const entry of guarded(entries)) {
    const { stream } = entry;
    yield { ...entry, stream: async () => guarded(await stream().catch(asVolume)) };
  }
}

/** PKWARE APPNOTE 6.3 §4.3.16: the end of the list says the number of the disk that it is on. */
async function isEndOfSplitZip(file: OpenFile): Promise<boolean> {
  const { sizeBytes } = file.stat;
  if (sizeBytes < endBytes) return false;
  const chunks: Buffer[] = [];
  const range = { start: Math.max(0, sizeBytes - maxTailBytes), end: sizeBytes - 1 };
  for await (const chunk of file.stream(range)) chunks.push(chunk as Buffer); // a byte stream
  const tail = Buffer.concat(chunks);
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const disk = tail.readUInt16LE(at + 4);
    // Zip64 keeps the number elsewhere.
    return disk > 0 && disk < 0xffff;
  }
  return false;
}
