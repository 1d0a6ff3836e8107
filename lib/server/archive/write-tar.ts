import type { Storage } from "@/lib/server/storage/storage";
import { nameToBytes } from "@/lib/shared/paths";
import { tarBlockBytes, tarHeader, tarPadding, paxHeader } from "@/lib/shared/tar";
import type { Packed } from "./walk-entries";

type Writing = {
  entries: AsyncIterable<Packed>;
  storage: Storage;
  onPacked: (packed: Packed) => void;
  onSkipped: (packed: Packed) => void;
};

/** A tar (POSIX.1-2001, pax) as it is read; links and devices are skipped. A file that is cut short meanwhile ends it with an error. */
export async function* writeTar({ entries, storage, onPacked, onSkipped }: Writing): AsyncGenerator<Uint8Array, void> {
  for await (const one of entries) {
    const { path, name, entry } = one;
    if (entry.kind !== "file" && entry.kind !== "folder") {
      onSkipped(one);
      continue;
    }
    const isFolder = entry.kind === "folder";
    const file = isFolder ? null : await storage.open(path);
    try {
      const sizeBytes = file?.stat.sizeBytes ?? 0;
      const mtimeMs = file?.stat.mtimeMs ?? entry.mtimeMs;
      yield paxHeader({ path: nameToBytes(isFolder ? `${name}/` : name), mtimeMs });
      yield tarHeader({ name: "entry", sizeBytes, mtimeMs, type: isFolder ? "5" : "0", mode: entry.mode & 0o777 });
      let sentBytes = 0;
      for await (const chunk of file?.stream() ?? []) {
        const bytes = chunk as Uint8Array; // a byte stream
        sentBytes += bytes.length;
        yield bytes;
      }
      if (sentBytes !== sizeBytes) throw new Error("the file changed its size while it was packed");
      yield new Uint8Array(tarPadding(sizeBytes));
    } finally {
      await file?.close();
    }
    onPacked(one);
  }
  yield new Uint8Array(2 * tarBlockBytes);
}
