import { finished } from "node:stream/promises";
import type yazl from "yazl";
import type { Storage } from "@/lib/server/storage/storage";
import type { Packed } from "./walk-entries";

/** Already compressed: deflating them again costs time and gains nothing. */
const packed =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|mkv|webm|avi|ogg|opus|flac|zip|gz|tgz|bz2|xz|zst|7z|rar|pdf|docx|xlsx|pptx|apk|jar)$/i;

type Filling = {
  entries: AsyncIterable<Packed>;
  storage: Storage;
  signal: AbortSignal;
  /** 0 stores. */
  level?: number;
  onPacked?: (packed: Packed) => void;
  onSkipped?: (packed: Packed) => void;
};

/** Puts folders and files into a zip, one descriptor at a time; links and devices are skipped. Ends the zip. */
export async function fillZip(zip: yazl.ZipFile, { entries, onPacked, onSkipped, ...how }: Filling): Promise<void> {
  for await (const one of entries) {
    const { name, entry } = one;
    if (entry.kind === "folder")
      zip.addEmptyDirectory(name.toWellFormed(), { mtime: new Date(entry.mtimeMs), mode: 0o40000 + entry.mode });
    else if (entry.kind === "file") await addFile(zip, one, how);
    if (entry.kind === "file" || entry.kind === "folder") onPacked?.(one);
    else onSkipped?.(one);
  }
  zip.end();
}

/** Opens a file only when its turn has come, and waits until the zip has taken it. */
async function addFile(
  zip: yazl.ZipFile,
  { path, name }: Packed,
  { storage, signal, level = 6 }: Pick<Filling, "storage" | "signal" | "level">,
): Promise<void> {
  const file = await storage.open(path);
  try {
    const stream = file.stream();
    zip.addReadStream(stream, name.toWellFormed(), {
      mtime: new Date(file.stat.mtimeMs),
      mode: 0o100000 + file.stat.mode,
      compress: level > 0 && !packed.test(name),
      compressionLevel: level,
    });
    await finished(stream, { signal, writable: false });
  } finally {
    await file.close();
  }
}
