import fs from "node:fs";
import { createPace } from "@/lib/server/base/next-slice";
import { chunked } from "@/lib/shared/chunked";
import { throwIfAborted } from "./errno";
import { fdPath, fromLatin1, type FsPath } from "./fs-path";
import { mayCallSync } from "./quick-disks";
import { callOnMount, slowMountOf } from "./slow-mounts";
import { sys } from "./sys";

/** Names of a folder as Latin-1, one character per byte; in order where they are not too many. */
export type Names = { readonly length: number; slice(from: number, to: number): string[] };

/** A folder of this size has some 50,000 to 200,000 names: read at once, they hold up everybody for some hundredths of a second. */
const wholeBytes = 3 * 1024 * 1024;
/** Put in order where they do not come so. */
const maxSorted = 100_000;
/** Long names that differ at their ends take as long as many more short ones. */
const maxSortedBytes = 2 * 1024 * 1024;
const atOnce = 2_048;

type Asked = {
  /** No more are read; not said: all. */
  most?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * The names in a folder. Those of a large one come in pieces, in the order of the disk, and stay packed, outside of the heap: two million
 * strings are 200 MB, and a third of a second in which nobody else gets an answer.
 */
export async function readNames(fd: number, { most = Number.POSITIVE_INFINITY, signal }: Asked = {}): Promise<Names> {
  // Not every file system tells a size. Whoever has no bound reads few folders at a time.
  const isToldSize = mayCallSync() || most === Number.POSITIVE_INFINITY;
  if (isToldSize && (await sys.fstat(fd)).size <= wholeBytes) return packed(await sys.readdir(fd));
  const { names, bytes } = await readPacked(fd, { most, signal });
  return names.length > maxSorted || bytes > maxSortedBytes ? names : packed(names.slice(0, names.length).sort());
}

/** As they are where they are few; else out of the heap, where they may wait for a slow reader beside many others. */
function packed(names: string[]): Names {
  if (names.length <= 4 * atOnce) return names;
  return packedNames(
    chunked(names, atOnce).map((part) => pack(part)),
    names.length,
  );
}

/** No name has the character between them. */
const pack = (names: readonly string[]) => Buffer.from(names.join("\0"), "latin1");

/** Whether the folder has this very name, as its disk writes it. */
export async function hasName(fd: number, wanted: string): Promise<boolean> {
  for await (const name of namesOf(fdPath(fd))) if (fromLatin1(name) === wanted) return true;
  return false;
}

/** Names (Latin-1) in a folder, as its disk has them; closed on every way out. */
export async function* namesOf(path: FsPath): AsyncGenerator<string, void> {
  const mount = slowMountOf([path]);
  const call = <T>(run: () => Promise<T>) => (mount === null ? run() : callOnMount(mount, run));
  const folder = await call(() => fs.promises.opendir(path, { encoding: "latin1", bufferSize: atOnce }));
  // Of those that were read together each comes at once: promises alone would let nobody else in, however many folders are read.
  const pace = createPace();
  try {
    for (let entry = await call(() => folder.read()); entry !== null; entry = await call(() => folder.read())) {
      yield entry.name;
      const wait = pace();
      if (wait !== undefined) await wait;
    }
  } finally {
    void folder.close().catch(() => {}); // nobody waits for a mount that hangs
  }
}

async function readPacked(fd: number, { most, signal }: { most: number; signal: AbortSignal | undefined }) {
  const blocks: Buffer[] = [];
  let length = 0;
  let block: string[] = [];
  const packBlock = () => {
    blocks.push(pack(block));
    block = [];
    throwIfAborted(signal);
  };
  for await (const name of namesOf(fdPath(fd))) {
    if (length >= most) break;
    block.push(name);
    length++;
    if (block.length === atOnce) packBlock();
  }
  if (block.length > 0) packBlock();
  return { names: packedNames(blocks, length), bytes: blocks.reduce((sum, { length: size }) => sum + size, 0) };
}

function packedNames(blocks: readonly Buffer[], length: number): Names {
  let last: { index: number; names: string[] } | null = null;
  const unpack = (index: number): string[] => {
    if (last?.index !== index) last = { index, names: blocks[index]?.toString("latin1").split("\0") ?? [] };
    return last.names;
  };
  return {
    length,
    slice(from, to) {
      const found: string[] = [];
      const end = Math.min(to, length);
      for (let at = from; at < end;) {
        const [index, first] = [Math.floor(at / atOnce), at % atOnce];
        const part = unpack(index).slice(first, first + end - at);
        found.push(...part);
        at += part.length;
      }
      return found;
    },
  };
}
