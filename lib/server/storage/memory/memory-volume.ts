import { AppError } from "@/lib/shared/errors";
import type { Entry, EntryStat } from "@/lib/server/storage/storage";
import { isWithin, type EntryName } from "@/lib/shared/paths";

export type MemoryFile = { kind: "file"; id: number; version: number; bytes: Uint8Array; mtimeMs: number };
export type MemoryFolder = {
  kind: "folder";
  id: number;
  mtimeMs: number;
  nodes: Map<string, MemoryNode>;
  /** Told of each name that changes, and of null when the folder itself is gone. */
  viewers: Set<(name: string | null) => void>;
};
export type MemoryNode = MemoryFile | MemoryFolder;

/** A tree of files that lives as long as somebody holds it. `place`: the place id of its top, `memory:<name>`. */
export type MemoryVolume = { readonly place: string; readonly top: MemoryFolder; readonly maxBytes: number };

const defaultBytes = 256 * 1_048_576;
let lastId = 0;

export function createMemoryVolume(name: string, maxBytes = defaultBytes): MemoryVolume {
  return { place: `memory:${name}`, top: newFolder(), maxBytes };
}

export function newFolder(): MemoryFolder {
  return { kind: "folder", id: ++lastId, mtimeMs: Date.now(), nodes: new Map(), viewers: new Set() };
}

export function newFile(bytes: Uint8Array, mtimeMs: number): MemoryFile {
  return { kind: "file", id: ++lastId, version: 0, bytes, mtimeMs };
}

/** What is at a place, and in which volume; null where there is none. */
export function findNode(volumes: readonly MemoryVolume[], place: string) {
  const volume = volumes.find((one) => isWithin(place, one.place));
  if (volume === undefined) return null;
  let node: MemoryNode | undefined = volume.top;
  for (const name of place.slice(volume.place.length + 1).split("/"))
    if (name !== "") node = node?.kind === "folder" ? node.nodes.get(name) : undefined;
  return node === undefined ? null : { node, volume };
}

export function usedBytes(node: MemoryNode): number {
  if (node.kind === "file") return node.bytes.byteLength;
  return [...node.nodes.values()].reduce((sum, child) => sum + usedBytes(child), 0);
}

export function assertRoom({ top, maxBytes }: MemoryVolume, moreBytes: number): void {
  if (usedBytes(top) + moreBytes > maxBytes) throw new AppError("file/disk-full");
}

/** Puts a node under a name that is free or may be replaced; null takes the name away. Viewers are told. */
export function setNode(folder: MemoryFolder, name: string, node: MemoryNode | null): void {
  const old = folder.nodes.get(name);
  if (node === null) folder.nodes.delete(name);
  else folder.nodes.set(name, node);
  folder.mtimeMs = Date.now();
  for (const tell of folder.viewers) tell(name);
  if (old !== undefined && old !== node && node === null) tellGone(old);
}

function tellGone(node: MemoryNode): void {
  if (node.kind === "file") return;
  for (const tell of node.viewers) tell(null);
  for (const child of node.nodes.values()) tellGone(child);
}

/** Moves a node to a free name; those who look at what is in it are told that it is gone from where it was. */
export function moveNode(
  from: { folder: MemoryFolder; name: string },
  to: { folder: MemoryFolder; name: string },
  node: MemoryNode,
): void {
  setNode(from.folder, from.name, null);
  setNode(to.folder, to.name, node);
}

export function etagOf({ id, version }: MemoryFile): string {
  return `"m${id.toString(16)}-${version.toString(16)}"`;
}

const modes = { file: 0o644, folder: 0o755 } as const;

export function entryOf(name: EntryName, node: MemoryNode): Entry {
  const sizeBytes = node.kind === "file" ? node.bytes.byteLength : 0;
  return { name, kind: node.kind, sizeBytes, mtimeMs: node.mtimeMs, mode: modes[node.kind] };
}

export function statOf(name: EntryName, node: MemoryNode, writable: boolean): EntryStat {
  const etag = node.kind === "file" ? etagOf(node) : `"m${node.id.toString(16)}"`;
  return { ...entryOf(name, node), uid: 0, gid: 0, etag, writable };
}
