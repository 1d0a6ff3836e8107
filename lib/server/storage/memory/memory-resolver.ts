import { AppError } from "@/lib/shared/errors";
import { isEntryName, splitVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { isOwnName, isOwnPlace } from "@/lib/server/storage/own-names";
import type { Policy } from "@/lib/server/storage/policy";
import type { Located } from "@/lib/server/storage/rights";
import { normalizePlace } from "@/lib/server/storage/scope";
import type { Root } from "@/lib/server/storage/storage";
import { findNode, type MemoryFolder, type MemoryNode, type MemoryVolume } from "./memory-volume";

/** What a path leads to. */
export type Found = Located & { node: MemoryNode; volume: MemoryVolume };
/** The folder that holds an entry, and the entry's name in it. */
export type Location = Located & { folder: MemoryFolder; volume: MemoryVolume; name: EntryName };

export type MemoryResolver = {
  readonly policy: Policy;
  find: (path: VirtualPath) => Found;
  findFolder: (path: VirtualPath) => Found & { node: MemoryFolder };
  /** For a root itself: file/protected. */
  location: (path: VirtualPath) => Location;
};

type Input = { roots: readonly Root[]; volumes: readonly MemoryVolume[]; policy: Policy };

/** The one way from an untrusted path to a node: what is out of the actor's sight is as if it were not there. */
export function createMemoryResolver({ roots, volumes, policy }: Input): MemoryResolver {
  function walk(root: Root, segments: readonly EntryName[]): Found {
    const start = normalizePlace(root.place);
    if (start === null) throw new AppError("file/not-found");
    const real = [start, ...segments].join("/");
    const [access, found] = [policy.access(real), findNode(volumes, real)];
    if (found === null || access === "none" || isOwnPlace(real)) throw new AppError("file/not-found");
    return { ...found, real, access, root };
  }

  function split(path: VirtualPath): { root: Root; segments: EntryName[] } {
    const { root: id, segments } = splitVirtualPath(path);
    const root = roots.find((candidate) => candidate.id === id);
    if (root === undefined) throw new AppError("file/not-found");
    for (const segment of segments) {
      if (!isEntryName(segment)) throw new AppError("file/name-invalid");
      if (isOwnName(segment)) throw new AppError("file/not-found");
    }
    return { root, segments };
  }

  function asFolder(found: Found): Found & { node: MemoryFolder } {
    const { node } = found;
    if (node.kind !== "folder") throw new AppError("file/not-folder");
    return { ...found, node };
  }

  return {
    policy,
    find(path) {
      const { root, segments } = split(path);
      return walk(root, segments);
    },
    findFolder(path) {
      const { root, segments } = split(path);
      return asFolder(walk(root, segments));
    },
    location(path) {
      const { root, segments } = split(path);
      const name = segments.pop();
      if (name === undefined) throw new AppError("file/protected");
      const { node, ...located } = asFolder(walk(root, segments));
      return { ...located, folder: node, name };
    },
  };
}
