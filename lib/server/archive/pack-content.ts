import type { Entry, Storage } from "@/lib/server/storage/storage";
import { readAhead } from "./read-ahead";
import type { Packed } from "./walk-entries";

/** Below this a file is read at once. */
const smallBytes = 65_536;

/** An entry on its way into an archive. */
export type Ready<R> = {
  packed: Packed;
  kind: "file" | "folder";
  mtimeMs: number;
  mode: number;
  /** What was made of the whole content of a small file; null: read it from the file, which is closed afterwards. */
  small: R | null;
};

export type Packing = {
  entries: AsyncIterable<Packed>;
  storage: Storage;
  onPacked: (packed: Packed) => void;
  /** Links, devices and what else an archive made here does not hold. */
  onSkipped: (packed: Packed) => void;
};

/** Opens and reads small files before their turn has come, several at a time. */
export function readSmall<R>(
  { entries, storage, onSkipped }: Packing,
  prepare: (bytes: Uint8Array, packed: Packed) => Promise<R>,
): AsyncGenerator<Ready<R>, void, undefined> {
  const packable = async function* (): AsyncGenerator<{ packed: Packed; kind: "file" | "folder" }, void> {
    for await (const packed of entries) {
      const { kind } = packed.entry;
      if (kind === "file" || kind === "folder") yield { packed, kind };
      else onSkipped(packed);
    }
  };
  return readAhead(packable(), async ({ packed, kind }) => {
    const { mtimeMs, mode, sizeBytes }: Entry = packed.entry;
    const known = { packed, kind, mtimeMs, mode: mode & 0o777, small: null };
    if (kind === "folder" || sizeBytes > smallBytes) return known;
    const quick = (await packed.folder?.read(packed.entry.name, smallBytes)) ?? null;
    if (quick !== null && quick.bytes.length === quick.sizeBytes)
      return { ...known, mtimeMs: quick.mtimeMs, small: await prepare(quick.bytes, packed) };
    const file = await storage.open(packed.path);
    try {
      // It may have grown since it was listed.
      if (file.stat.sizeBytes > smallBytes) return known;
      const small = await prepare(await file.readAll(), packed);
      return { ...known, mtimeMs: file.stat.mtimeMs, small };
    } finally {
      await file.close();
    }
  });
}
