import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import { readSource } from "@/lib/server/storage/read-source";
import { assertWritable } from "@/lib/server/storage/rights";
import type { Conflict, WriteOptions, WriteResult, WriteSource } from "@/lib/server/storage/storage";
import type { MemoryResolver, Location } from "./memory-resolver";
import { assertRoom, etagOf, newFile, setNode, type MemoryFile, type MemoryNode } from "./memory-volume";

/** As on disks, which may keep times to two seconds. */
const timeToleranceMs = 2_000;

type Writing = { path: VirtualPath; source: WriteSource; options: WriteOptions };

/** See {@link Storage.write}: nothing is seen of it before all of it has come. */
export async function writeMemoryFile(
  resolver: MemoryResolver,
  { path, source, options }: Writing,
): Promise<WriteResult & { isNew: boolean }> {
  const { conflict, signal, maxBytes, takesSame = false, mtimeMs } = options;
  const early = resolver.location(path);
  assertWritable(resolver.policy, early, early.name);
  const before = early.folder.nodes.get(early.name);
  if (before !== undefined && conflict === "fail" && !takesSame) throw new AppError("file/exists");
  if (conflict !== "rename") assertReplaceable(before, options);
  const bytes = await collect(source, { maxBytes, signal, head: options.head });
  // Whatever happened meanwhile: this is where it counts, and nothing comes in between.
  const location = resolver.location(path);
  assertWritable(resolver.policy, location, location.name);
  const same = takesSame && mtimeMs !== undefined ? findSame(location, { conflict, bytes, mtimeMs }) : null;
  const name = same ?? nameFor(location, conflict);
  if (same === null && conflict === "replace") assertReplaceable(location.folder.nodes.get(name), options);
  if (same === null) {
    assertRoom(location.volume, bytes.byteLength);
    setNode(location.folder, name, newFile(bytes, mtimeMs ?? Date.now()));
  }
  const shown = joinVirtualPath(parentOf(path) ?? path, name);
  return {
    ...resultOf(shown, location, name),
    isNew: same === null && (conflict !== "replace" || before === undefined),
  };
}

export function resultOf(path: VirtualPath, { folder }: Location, name: EntryName): WriteResult {
  const file = folder.nodes.get(name);
  if (file?.kind !== "file") throw new AppError("file/not-found");
  return { path, etag: etagOf(file), sizeBytes: file.bytes.byteLength, mtimeMs: file.mtimeMs };
}

type Coming = { head: WriteOptions["head"] | undefined } & Parameters<typeof readSource>[1];

async function collect(source: WriteSource, { head, ...limits }: Coming): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSource(source, limits)) chunks.push(chunk);
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  const first = head?.() ?? null;
  if (first !== null) bytes.set(first.subarray(0, bytes.byteLength));
  return bytes;
}

function assertReplaceable(node: MemoryNode | undefined, { ifMatch }: Pick<WriteOptions, "ifMatch">): void {
  if (node?.kind === "folder") throw new AppError("file/not-file");
  const etag = node === undefined ? "" : etagOf(node);
  if (ifMatch !== undefined && etag !== ifMatch) throw new AppError("file/changed", {}, { detail: { etag } });
}

/** The name that something gets: taken ones are refused, replaced or stepped over. */
export function nameFor({ folder, name }: Location, conflict: Conflict): EntryName {
  if (conflict === "replace") return name;
  for (const candidate of conflict === "rename" ? freeNames(name) : [name])
    if (!folder.nodes.has(candidate)) return candidate;
  throw new AppError("file/exists");
}

type Sent = { conflict: Conflict; bytes: Uint8Array; mtimeMs: number };

/** The name of the very file that was to be written, if it is there already. */
export function findSame({ folder, name }: Location, { conflict, bytes, mtimeMs }: Sent): EntryName | null {
  const isSame = (node: MemoryNode | undefined): node is MemoryFile =>
    node?.kind === "file" &&
    Math.abs(node.mtimeMs - mtimeMs) < timeToleranceMs &&
    Buffer.from(node.bytes).equals(bytes);
  for (const candidate of conflict === "rename" ? freeNames(name) : [name]) {
    const node = folder.nodes.get(candidate);
    if (isSame(node)) return candidate;
    if (node === undefined) return null;
  }
  return null;
}
