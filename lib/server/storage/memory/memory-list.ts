import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, nameOf, nameToBytes, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { FolderReader } from "@/lib/server/storage/folder-reader";
import { isOwnName } from "@/lib/server/storage/own-names";
import type { Entry, TreeSize } from "@/lib/server/storage/storage";
import type { Survey, Surveyed } from "@/lib/server/storage/survey";
import type { MemoryResolver } from "./memory-resolver";
import { entryOf, etagOf, type MemoryFolder, type MemoryNode } from "./memory-volume";

const pageSizes = { first: 200, later: 1_000 };

type Child = { name: EntryName; node: MemoryNode; real: string };

/** What the actor may see of a folder, in byte order of the names. */
function childrenOf({ policy }: MemoryResolver, { node, real }: { node: MemoryFolder; real: string }): Child[] {
  return [...node.nodes]
    .map(([name, child]) => ({ name: name as EntryName, node: child, real: `${real}/${name}` })) // checked when it was made
    .filter((child) => !isOwnName(child.name) && policy.access(child.real) !== "none")
    .sort((one, other) => Buffer.compare(nameToBytes(one.name), nameToBytes(other.name)));
}

export function* listMemoryFolder(
  resolver: MemoryResolver,
  { folder, withEtags }: { folder: VirtualPath; withEtags: boolean },
  signal?: AbortSignal,
): Generator<Entry[], void, undefined> {
  const entries = childrenOf(resolver, resolver.findFolder(folder)).map(({ name, node }) => {
    const entry = entryOf(name, node);
    return withEtags && node.kind === "file" ? { ...entry, etag: etagOf(node) } : entry;
  });
  for (let at = 0, size = pageSizes.first; at < entries.length; at += size, size = pageSizes.later) {
    if (signal?.aborted === true) throw new AppError("request/cancelled");
    yield entries.slice(at, at + size);
  }
}

export function readMemoryFolder({ findFolder, policy }: MemoryResolver, path: VirtualPath): FolderReader {
  const { node: folder, real, access } = findFolder(path);
  let isClosed = false;
  return {
    async read(names, maxBytes) {
      if (isClosed) throw new AppError("request/cancelled");
      return names.map((name) => {
        const file = policy.access(`${real}/${name}`) === "none" ? undefined : folder.nodes.get(name);
        if (access === "none" || file?.kind !== "file" || file.bytes.byteLength > maxBytes) return null;
        return { bytes: Uint8Array.from(file.bytes), sizeBytes: file.bytes.byteLength, mtimeMs: file.mtimeMs };
      });
    },
    close: async () => {
      isClosed = true;
    },
  };
}

type Options<C> = { context: C; survey: Survey<C>; signal: AbortSignal };

/** See {@link Storage.survey}. */
export function surveyMemory<C>(
  resolver: MemoryResolver,
  path: VirtualPath,
  { context, survey, signal }: Options<C>,
): void {
  const describe = (name: string, at: VirtualPath, node: MemoryNode): Surveyed => {
    const sizeBytes = node.kind === "file" ? node.bytes.byteLength : 0;
    const { kind, mtimeMs } = node;
    return { path: at, name, kind, sizeBytes, allocatedBytes: sizeBytes, mtimeMs, device: 0, hardLinkId: null };
  };
  const visit = (folder: { node: MemoryFolder; real: string }, at: VirtualPath, outer: C): void => {
    if (signal.aborted) throw new AppError("request/cancelled");
    const inner = survey.enter(describe(nameOf(at), at, folder.node), outer);
    if (inner === null) return;
    for (const { name, node, real } of childrenOf(resolver, folder)) {
      const below = joinVirtualPath(at, name);
      if (node.kind === "folder") visit({ node, real }, below, inner);
      else survey.leaf(describe(name, below, node), inner);
    }
    survey.leave(inner);
  };
  visit(resolver.findFolder(path), path, context);
}

/** See {@link Storage.measure}. */
export function measureMemory(resolver: MemoryResolver, path: VirtualPath, signal?: AbortSignal): TreeSize {
  const { node, real } = resolver.find(path);
  const total = { folders: 0, files: 0, bytes: 0 };
  const visit = (at: { node: MemoryNode; real: string }): void => {
    if (signal?.aborted === true) throw new AppError("request/cancelled");
    if (at.node.kind === "file") {
      total.files++;
      total.bytes += at.node.bytes.byteLength;
    } else
      for (const child of childrenOf(resolver, { node: at.node, real: at.real })) {
        if (child.node.kind === "folder") total.folders++;
        visit(child);
      }
  };
  visit({ node, real });
  return total;
}
