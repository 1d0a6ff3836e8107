import type { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import type { Storage } from "@/lib/server/storage/storage";
import { readAhead } from "./read-ahead";
import { tellUnread, type OnUnread } from "./unread";
import { createFreeNames, type Packed, type PackedGroup } from "./walk-entries";

/** Up to this a file is read at once, whatever size it tells: files of the kernel tell any. */
export const smallBytes = 65_536;

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
  groups: AsyncIterable<PackedGroup>;
  storage: Storage;
  /** Inside a large file: bytes of it that have been read so far. */
  onRead: (packed: Packed, readBytes: number) => void;
  onPacked: (packed: Packed) => void;
  /** Links, devices and what else an archive made here does not hold. */
  onSkipped: (packed: Packed) => void;
  /** Told of what cannot be read, which is left out. Without it that ends the archive. */
  onUnread?: OnUnread;
  /** Told of a file whose bytes could be read in part only. True: the archive goes on, if its format can mark such as damaged. */
  onCut?: (packed: Packed, error: AppError) => boolean;
  /** Asked for when all are packed: a small file of its own behind them; null: none. */
  appendix?: () => { name: string; bytes: Uint8Array } | null;
};

type Prepare<R> = (bytes: Uint8Array, packed: Packed) => R | Promise<R>;

/** Opens and reads small files before their turn has come, several at a time. */
export async function* readSmall<R>(
  { groups, storage, onSkipped, onUnread, appendix }: Packing,
  prepare: Prepare<R>,
): AsyncGenerator<Ready<R>[], void, undefined> {
  const pace = createPace();
  const freeName = createFreeNames();
  const read = readAhead(groups, async ({ entries, folder }) => {
    for (const { name } of entries) if (!name.includes("/")) freeName(name);
    const begun = entries.flatMap((packed) => begin<R>(packed, onSkipped));
    const small = begun.filter(({ kind, packed }) => kind === "file" && packed.entry.sizeBytes <= smallBytes);
    const names = small.map(({ packed }) => packed.entry.name);
    const found = folder === null || names.length === 0 ? [] : await folder.read(names, smallBytes);
    const preparing: Promise<void>[] = [];
    const unread = new Set<Ready<R>>();
    for (const [index, ready] of small.entries()) {
      const file = found[index] ?? null;
      // It may be a link meanwhile, or have grown: then it is asked for by its path.
      const isWhole = file !== null && file.bytes.length === file.sizeBytes;
      if (isWhole) ready.mtimeMs = file.mtimeMs;
      const made = isWhole ? prepare(file.bytes, ready.packed) : readByPath(storage, ready, { prepare, onUnread });
      if (made instanceof Promise)
        preparing.push(
          made.then((value) => (value === undefined ? void unread.add(ready) : void (ready.small = value))),
        );
      else ready.small = made;
    }
    await Promise.all(preparing);
    return unread.size === 0 ? begun : begun.filter((ready) => !unread.has(ready));
  });
  for await (const begun of read) {
    yield begun;
    await pace();
  }
  const last = appendix?.() ?? null;
  if (last !== null) yield [await readyOf({ ...last, name: freeName(last.name) }, prepare)];
}

async function readyOf<R>(
  { name, bytes }: { name: string; bytes: Uint8Array },
  prepare: Prepare<R>,
): Promise<Ready<R>> {
  const [mtimeMs, mode, kind] = [Date.now(), 0o644, "file"] as const;
  // It has no place: its bytes are here.
  const entry = { name: name as EntryName, kind, sizeBytes: bytes.length, mtimeMs, mode };
  const packed: Packed = { path: name as VirtualPath, name, entry };
  return { packed, kind, mtimeMs, mode, small: await prepare(bytes, packed) };
}

function begin<R>(packed: Packed, onSkipped: Packing["onSkipped"]): Ready<R>[] {
  const { kind, mtimeMs, mode } = packed.entry;
  if (kind === "file" || kind === "folder") return [{ packed, kind, mtimeMs, mode: mode & 0o777, small: null }];
  onSkipped(packed);
  return [];
}

/** Null when it has grown since it was listed; undefined where it cannot be read. */
async function readByPath<R>(
  storage: Storage,
  ready: Ready<R>,
  { prepare, onUnread }: { prepare: Prepare<R>; onUnread: OnUnread | undefined },
): Promise<R | null | undefined> {
  const found = await readWhole(storage, ready).catch((error: unknown) => tellUnread(ready.packed, error, onUnread));
  if (found === undefined) return undefined;
  return found.bytes === null ? null : prepare(found.bytes, ready.packed);
}

async function readWhole(storage: Storage, ready: Ready<unknown>): Promise<{ bytes: Uint8Array | null }> {
  const file = await storage.open(ready.packed.path);
  try {
    if (file.stat.sizeBytes > smallBytes) return { bytes: null };
    ready.mtimeMs = file.stat.mtimeMs;
    return { bytes: await file.readAll() };
  } finally {
    await file.close();
  }
}
