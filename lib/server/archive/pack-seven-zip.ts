import { AppError } from "@/lib/shared/errors";
import { packSevenZip, type TreeEntry } from "@/lib/server/archive/seven-zip/run-seven-zip";
import { maxEntries } from "./archive-entry";
import type { Packing } from "./pack-content";
import { isUnread, tellUnread } from "./unread";
import type { Packed, PackedGroup } from "./walk-entries";

type Options = {
  /** 0 stores. */
  level: number;
  /** Whose work it is. */
  holder: string;
  password?: string | undefined;
  signal: AbortSignal;
  onHead: (head: Uint8Array) => void;
};

/** A 7z with AES-256 and encrypted names when there is a password. Its first bytes come again at the end, by `onHead`. */
export async function* writeSevenZip(packing: Packing, options: Options): AsyncGenerator<Uint8Array, void> {
  const { level, holder, password, signal, onHead } = options;
  const packable: Packed[] = [];
  const entries: TreeEntry[] = [];
  const names = new Set<string>();
  for await (const packed of eachOf(packing.groups)) {
    const { kind, sizeBytes, mtimeMs, mode } = packed.entry;
    if (kind !== "file" && kind !== "folder") {
      packing.onSkipped(packed);
      continue;
    }
    const path = packed.name;
    // 7-Zip does not open what is said to be empty.
    const realBytes = kind === "file" && sizeBytes === 0 ? await measure(packed, packing) : sizeBytes;
    if (realBytes === null) continue;
    // In the tree that 7-Zip sees a name stands for one entry.
    if (names.has(path)) throw new AppError("file/exists");
    names.add(path);
    packable.push(packed);
    entries.push({ path, isFolder: kind === "folder", sizeBytes: realBytes, mtimeMs, mode: readable(mode, kind) });
    if (entries.length > maxEntries) throw new AppError("request/too-large");
  }
  let packedBytes = 0;
  let current: Packed | null = null;
  const open = async (index: number) => {
    const packed = packable[index];
    if (packed === undefined) throw new AppError("file/not-found");
    current = packed;
    return packing.storage.open(packed.path);
  };
  const onClose = (index: number) => {
    const packed = packable[index];
    if (packed === undefined) return;
    packedBytes += packed.entry.sizeBytes;
    packing.onPacked(packed);
  };
  // It may be at the next one before it is told that this one is closed.
  const onRead = (readBytes: number) => {
    if (current !== null) packing.onRead(current, Math.max(0, readBytes - packedBytes));
  };
  const unopened = new Set<number>();
  const onUnopened = (index: number, error: unknown) => {
    const packed = packable[index];
    if (packed === undefined || !isUnread(error) || packing.onUnread === undefined) return false;
    packing.onUnread(packed, error);
    unopened.add(index);
    return true;
  };
  const secret = password === undefined ? [] : [`-p${password}`, "-mhe=on"];
  // A larger dictionary would need more memory than is allowed; filters for programs would read each of them twice.
  const method = level === 0 ? ["-mx=0"] : [`-mx=${level}`, "-md=16m", "-mf=off"];
  const args = ["a", "-t7z", ...method, ...secret, "-ssw", "-bso0", "-bsp0", "-sccUTF-8", "--", "/out/archive", "*"];
  const said: string[] = [];
  for await (const piece of packSevenZip({ args, holder, entries, open, onHead, onRead, onClose, onUnopened, signal }))
    if (typeof piece === "string") said.push(piece);
    else yield piece;
  // It says something only about what went wrong, and that of what it could not open as well.
  const hasFailed = unopened.size === 0 && said.some((text) => text.trim() !== "");
  if (hasFailed) throw new AppError("archive/unmade", {}, { cause: new Error(said.join("\n")) });
  // These it takes without opening them.
  for (const [index, packed] of packable.entries())
    if (entries[index]?.isFolder === true || entries[index]?.sizeBytes === 0) packing.onPacked(packed);
}

/** 7-Zip opens nothing that its owner may not read, and writes down what it sees: who may read it here was asked before. */
function readable(mode: number, kind: "file" | "folder"): number {
  return (mode & 0o777) | (kind === "folder" ? 0o500 : 0o400);
}

/** As it is when it is opened: some disks tell no size. Null where it cannot be. */
async function measure(packed: Packed, { storage, onUnread }: Packing): Promise<number | null> {
  const file = await storage.open(packed.path).catch((error: unknown) => tellUnread(packed, error, onUnread));
  if (file === undefined) return null;
  await file.close();
  return file.stat.sizeBytes;
}

async function* eachOf(groups: AsyncIterable<PackedGroup>): AsyncGenerator<Packed, void> {
  for await (const { entries } of groups) yield* entries;
}
