import { AppError } from "@/lib/shared/errors";
import {
  isEntryName,
  isWithin,
  parentOf,
  splitVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";
import { joinPlace, normalizePlace, type Access } from "@/lib/server/storage/scope";
import type { Root } from "@/lib/server/storage/storage";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { childPath, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { WatchedPlaces } from "@/lib/server/storage/known-places";
import type { Policy } from "@/lib/server/storage/policy";
import { realDir } from "./real-dirs";
import { fileIdOf } from "@/lib/server/storage/local/sys/file-id";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { isOwnName, isOwnPlace } from "@/lib/server/storage/own-names";
import type { AssertPinned } from "@/lib/server/storage/pins";
import { walkLinks } from "./walk-links";

/** An open descriptor, its real path read back after opening, and what the actor may do there. */
export type Handle = { fd: number; real: string; access: Access; root: Root };
/** The folder that holds an entry, and the entry's name in it. */
export type Location = Handle & { name: EntryName };

export type Resolver = {
  /** Opens what the path leads to, links followed, with the given O_PATH or folder flags. The caller closes `fd`. */
  openHandle(path: VirtualPath, flags?: number): Promise<Handle>;
  /** Opens the folder that holds the entry. For a root itself: file/protected. */
  openLocation(path: VirtualPath, flags?: number): Promise<Location>;
  /** The real folder of the handle's root, or where a link led out of it, of the smallest one that holds it. */
  rootDirOf(handle: Handle): Promise<string | null>;
  /** Recognises what was opened by the way, as {@link openHandle} does. Before its place is judged. */
  meetOpened(fd: number, real: string): Promise<void>;
  readonly policy: Policy;
  readonly known: WatchedPlaces;
};

type Parts = { roots: readonly Root[]; policy: Policy; known: WatchedPlaces; assertPinned: AssertPinned };

/**
 * The one way from an untrusted path to the disk. The scope is checked on the real path that the kernel reports for the
 * descriptor, so a link swapped before or after changes nothing: whatever was opened is what was checked. What is denied or hidden is recognised by its
 * numbers besides, in what was opened and in every folder around it: under another name it is what it was.
 */
export function createResolver(parts: Parts): Resolver {
  const { roots, policy, known, assertPinned } = parts;
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

  async function open(root: Root, segments: readonly EntryName[], flags: number): Promise<Handle> {
    try {
      return await openChecked(root, segments, flags);
    } catch (error) {
      throw await explain(root, segments, error);
    }
  }

  /** Of a root that is one thing: from its own descriptor, once that is known to be it. */
  async function openInside(root: Root, segments: readonly EntryName[], flags: number): Promise<number> {
    if ((root.is ?? null) === null) return sys.open(toFsPath(hostOf(root, segments)), flags);
    const top = await sys.open(toFsPath(normalRoot(root)), segments.length === 0 ? flags : openFlags.place);
    try {
      if (fileIdOf(await sys.fstatBig(top)) !== root.is) throw new AppError("file/not-found");
      if (segments.length === 0) return top;
      const fd = await sys.open(childPath(top, segments.join("/")), flags);
      await closeQuietly(top);
      return fd;
    } catch (error) {
      await closeQuietly(top);
      throw error;
    }
  }

  async function openChecked(root: Root, segments: readonly EntryName[], flags: number): Promise<Handle> {
    const fd = await openInside(root, segments, flags);
    try {
      const real = await realPathOf(fd);
      await known.meetOpened(fd, real);
      const access = policy.access(real);
      if (access === "none" || isOwnPlace(real)) throw new AppError("file/not-found");
      return { fd, real, access, root };
    } catch (error) {
      await closeQuietly(fd);
      throw error;
    }
  }

  async function pinned(path: VirtualPath, handle: Handle): Promise<Handle> {
    try {
      await assertPinned(path, handle.real);
      return handle;
    } catch (error) {
      await closeQuietly(handle.fd);
      throw error;
    }
  }

  /** A failure must read the same whether something out of scope exists or not: the reason is found inside the scope. */
  async function explain(root: Root, segments: readonly EntryName[], error: unknown): Promise<unknown> {
    const end = await walkLinks(await realDir(normalRoot(root)), segments, policy).catch(() => "found" as const);
    if (end === "outside") return new AppError("file/link-outside", {}, { cause: error });
    if (end === "loop") return new AppError("file/too-many-links", {}, { cause: error });
    if (end === "hidden" || end === "missing") return new AppError("file/not-found", {}, { cause: error });
    return toAppError(error);
  }

  return {
    policy,
    known,
    meetOpened: (fd, real) => known.meetOpened(fd, real),
    async rootDirOf({ root, real }) {
      const own = await realDir(normalRoot(root));
      if (isWithin(real, own)) return own;
      const dirs = await Promise.all(roots.map((other) => realDir(normalRoot(other))));
      const around = dirs.filter((dir) => isWithin(real, dir)).toSorted((one, other) => other.length - one.length);
      return around[0] ?? null;
    },
    async openHandle(path, flags = openFlags.place) {
      const { root, segments } = split(path);
      return pinned(path, await open(root, segments, flags));
    },
    async openLocation(path, flags = openFlags.folderPlace) {
      const { root, segments } = split(path);
      const name = segments.pop();
      if (name === undefined) throw new AppError("file/protected");
      const folder = await pinned(parentOf(path) ?? path, await open(root, segments, flags));
      // The entry itself may be one that was moved.
      const stats = await sys.lstatIfAny(childPath(folder.fd, name)).catch(() => null);
      if (stats !== null) policy.meet(stats, joinPlace(folder.real, name));
      return { ...folder, name };
    },
  };
}

function normalRoot(root: Root): string {
  const host = normalizePlace(root.place);
  if (host === null) throw new AppError("file/not-found");
  return host;
}

function hostOf(root: Root, segments: readonly EntryName[]): string {
  return segments.length === 0 ? normalRoot(root) : joinPlace(normalRoot(root), segments.join("/"));
}
