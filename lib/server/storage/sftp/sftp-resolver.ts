import { AppError } from "@/lib/shared/errors";
import {
  isEntryName,
  isWithin,
  parentOf,
  splitVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";
import type { StorageInput } from "@/lib/server/storage/adapter";
import { isOwnName, isOwnPlace } from "@/lib/server/storage/own-names";
import { makePins } from "@/lib/server/storage/pins";
import { makePolicy, type Policy } from "@/lib/server/storage/policy";
import type { Located } from "@/lib/server/storage/rights";
import { joinPlace, normalizePlace } from "@/lib/server/storage/scope";
import type { Root } from "@/lib/server/storage/storage";
import type { SftpAttributes } from "./protocol/packet";
import { asAppError } from "./protocol/sftp-status";
import { realPath } from "./real-path";
import { kindOf } from "./sftp-entry";
import { parentPath, parsePlace, placeAt, type SftpHost, type SftpShared } from "./sftp-host";
import { findTrashBase } from "./trash-base";
import { walkPath, type Walked } from "./walk-path";

/** What a path leads to: `path` is the real one on the host, `real` its place id. */
export type Found = Located & { host: SftpHost; policy: Policy; path: string; attributes: SftpAttributes };
/** The folder that holds an entry, and the entry's name in it. */
export type Location = Omit<Found, "attributes"> & { name: EntryName };

/** A host, and what the actor may do there. */
export type Reached = Pick<Found, "host" | "policy">;

export type SftpResolver = {
  readonly shared: SftpShared;
  /** A host that one of the roots is on, whatever path is meant there. Throws file/not-found for any other. */
  reach: (volume: string) => Promise<Reached>;
  /** Links followed; what is out of the actor's sight is as if it were not there. */
  find: (path: VirtualPath) => Promise<Found>;
  findFolder: (path: VirtualPath) => Promise<Found>;
  /** For a root itself: file/protected. */
  location: (path: VirtualPath) => Promise<Location>;
  /** The location of the file that a link leads to. */
  behind: (path: VirtualPath) => Promise<Location>;
  /** The folder of one of the actor's roots that is above, and in it the one whose trash takes what is there. Throws trash/unavailable. */
  trashBaseOf: (folder: Pick<Found, "host" | "path" | "root">) => Promise<string>;
};

/**
 * The one way from an untrusted path to a path on a host. What was checked is found again by its name, as the protocol knows nothing else: whoever may change
 * links there can swap one in between. So the boundary is what the account on the host may do, not the scope alone.
 */
export function createSftpResolver(input: StorageInput, shared: SftpShared): SftpResolver {
  const policies = new Map<string, Promise<Policy>>();
  const { roots, pins } = input;
  const assertPinned = makePins({ roots, pins, real: realOf });

  /** A root's place as it really is. */
  async function realOf(place: string): Promise<string> {
    const start = parsePlace(place);
    if (start === null) return place;
    const host = await shared.open(start.volume, input.asker);
    return placeAt(host, await asAppError(realPath(host, start.path, shared.reals)));
  }

  function policyOf(host: SftpHost): Promise<Policy> {
    const known = policies.get(host.volume);
    if (known !== undefined) return known;
    const made = makePolicy({ ...narrow(input, host.volume), hiddenDirs: [] }, async (place) => {
      const path = parsePlace(place)?.path;
      return path === undefined ? place : placeAt(host, await realPath(host, path, shared.reals));
    });
    policies.set(host.volume, made);
    // Not kept: the next call may find the host again.
    made.catch(() => policies.delete(host.volume));
    return made;
  }

  async function walk(root: Root, segments: readonly EntryName[]): Promise<Found> {
    const start = parsePlace(normalizePlace(root.place) ?? "");
    if (start === null) throw new AppError("file/not-found");
    const host = await shared.open(start.volume, input.asker);
    return asAppError(walkOn(host, { root, segments, start: start.path }));
  }

  type Way = { root: Root; segments: readonly EntryName[]; start: string };
  async function walkOn(host: SftpHost, { root, segments, start }: Way): Promise<Found> {
    const [policy, top] = await Promise.all([policyOf(host), realPath(host, start, shared.reals)]);
    if (policy.access(placeAt(host, top)) === "none") throw new AppError("file/not-found");
    const mayPass = (path: string) => policy.mayPass(placeAt(host, path));
    const { end, path, links, attributes } = await walkPath(host.session, { start: top, segments, mayPass });
    const real = placeAt(host, path);
    if (end !== "found" || attributes === null) throw failureOf(end);
    const access = policy.access(real);
    if (access === "none") throw new AppError(links > 0 ? "file/link-outside" : "file/not-found");
    if (isOwnPlace(real)) throw new AppError("file/not-found");
    return { host, policy, path, attributes, real, access, root };
  }

  function split(path: VirtualPath): { root: Root; segments: EntryName[] } {
    const { root: id, segments } = splitVirtualPath(path);
    const root = input.roots.find((candidate) => candidate.id === id);
    if (root === undefined) throw new AppError("file/not-found");
    for (const segment of segments) {
      if (!isEntryName(segment)) throw new AppError("file/name-invalid");
      if (isOwnName(segment)) throw new AppError("file/not-found");
    }
    return { root, segments };
  }

  async function find(path: VirtualPath): Promise<Found> {
    const { root, segments } = split(path);
    const found = await walk(root, segments);
    await assertPinned(path, found.real);
    return found;
  }

  return {
    shared,
    async reach(volume) {
      if (!input.roots.some(({ place }) => parsePlace(place)?.volume === volume)) throw new AppError("file/not-found");
      const host = await shared.open(volume, input.asker);
      return { host, policy: await asAppError(policyOf(host)) };
    },
    find,
    findFolder: async (path) => asFolder(await find(path)),
    async location(path) {
      const { root, segments } = split(path);
      const name = segments.pop();
      if (name === undefined) throw new AppError("file/protected");
      const { attributes: _, ...folder } = asFolder(await walk(root, segments));
      await assertPinned(parentOf(path) ?? path, folder.real);
      return { ...folder, name };
    },
    async behind(path) {
      const { host, policy, root, path: file } = await find(path);
      const folder = parentPath(file);
      const real = placeAt(host, folder);
      const name = file.slice(file.lastIndexOf("/") + 1) as EntryName; // a part of a real path
      return { host, policy, root, path: folder, real, access: policy.access(real), name };
    },
    async trashBaseOf({ host, path, root }) {
      if (!shared.keepsTrash) throw new AppError("trash/unavailable");
      const others = roots.filter(({ place }) => parsePlace(place)?.volume === host.volume);
      const tops = await Promise.all(
        [root, ...others].map(({ place }) => realPath(host, parsePlace(place)?.path ?? "/", shared.reals)),
      );
      const top = tops.find((one) => isWithin(path, one));
      if (top === undefined) throw new AppError("trash/unavailable");
      return findTrashBase(host.session, { top, folder: path });
    },
  };
}

/** The path of a location's entry on the host. */
export function pathIn({ path, name }: Pick<Location, "path" | "name">): string {
  return joinPlace(path, name);
}

function asFolder(found: Found): Found {
  if (kindOf(found.attributes) !== "folder") throw new AppError("file/not-folder");
  return found;
}

function failureOf(end: Walked["end"]): AppError {
  if (end === "outside") return new AppError("file/link-outside");
  if (end === "loop") return new AppError("file/too-many-links");
  if (end === "blocked") return new AppError("file/not-folder");
  return new AppError(end === "refused" ? "file/access-denied" : "file/not-found");
}

/** What concerns one host: the others may be away. */
function narrow({ roots, scopes, protectedPaths }: StorageInput, volume: string) {
  const isOwn = (place: string) => parsePlace(place)?.volume === volume;
  return {
    roots: roots.filter(({ place }) => isOwn(place)),
    scopes:
      scopes?.map(({ accessDirs, readOnlyDirs, denyDirs }) => ({
        accessDirs: accessDirs.filter(isOwn),
        readOnlyDirs: readOnlyDirs.filter(isOwn),
        denyDirs: denyDirs.filter(isOwn),
      })) ?? null,
    protectedPaths: protectedPaths.filter(isOwn),
  };
}
