import { assertFolderWritable } from "@/lib/server/storage/rights";
import type { Stats } from "node:fs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { TreeOptions } from "@/lib/server/storage/storage";
import type { ReplacedTrash, TrashPlan } from "@/lib/server/storage/trash-storage";
import { fileIdOf } from "@/lib/server/storage/local/known/place-id";
import { kindOf } from "@/lib/server/storage/local/resolve/entries";
import { freeNames } from "@/lib/server/storage/free-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { openFolders, putAside, takeBack } from "@/lib/server/storage/local/journal/put-aside";
import { usableBytes } from "@/lib/server/storage/local/sys/reserve";
import type { Handle, Resolver, Location } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import { trashFolderOf } from "@/lib/server/storage/trash-folder";
import { findTrashBase, makeTrashFolder, removeTrashFolder } from "./trash-place";
import type { TreeReport } from "@/lib/server/storage/tree-report";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** `item`: null for bytes from elsewhere. */
type Arrival = { item: Pick<TreeItem, "folder" | "name" | "stats"> | null; to: Handle; name: EntryName };
/** Lets `work` give a name to an entry. What has the name goes to the trash first, and comes back should `work` fail. */
export type Replacing = <T>(arrival: Arrival, work: () => Promise<T>) => Promise<T>;
export type Keeper = { replacing: Replacing; close(): Promise<void> };

type KeeperInput = {
  resolver: Resolver;
  /** The folder of the whole operation, at the virtual path `toFolder`. */
  into: Handle;
  toFolder: VirtualPath;
  options: Pick<TreeOptions, "replaced">;
  report: Pick<TreeReport, "replaced">;
  /** Whether what is replaced may give up its name before the other one takes it, where the disk has no hard links. */
  mayMove: boolean;
};

/** See {@link ReplacedTrash}. Without one nothing is kept or counted. */
export function createKeeper({ options, ...input }: KeeperInput): Keeper {
  const trash = options.replaced;
  if (trash === undefined) return { replacing: (_, work) => work(), close: async () => {} };
  const targets = createTrashTargets(trash, input);
  const tell = async ({ to, name }: Arrival, was: Stats) => {
    const is = trash.onReplaced === undefined ? null : await sys.lstatIfAny(childPath(to.fd, name));
    if (is === null) return;
    await trash.onReplaced?.({ origin: joinPlace(to.real, name), was: fileIdOf(was), is: fileIdOf(is) });
  };
  return {
    async replacing(arrival, work) {
      const { to, name } = arrival;
      const standing = await sys.lstatIfAny(childPath(to.fd, name));
      // A folder is never replaced: the work says so. And what comes may be the same file under another name.
      if (standing === null || standing.isDirectory() || (await isSameFile(arrival, standing))) return work();
      // What is kept as a courtesy keeps nobody from writing.
      const orNothing = (error: unknown) => {
        if (trash.isWanted === undefined) throw error;
        return null;
      };
      const target = await targets.open(arrival, standing).catch(orNothing);
      const from = { fd: to.fd, name };
      try {
        const way =
          target === null ? "none" : ((await putAside(from, target, input.mayMove).catch(orNothing)) ?? "none");
        try {
          const done = await work();
          input.report.replaced(way !== "none");
          await tell(arrival, standing);
          return done;
        } catch (error) {
          if (target !== null) await takeBack(from, target, way);
          throw error;
        }
      } finally {
        if (target !== null) await target.close();
      }
    },
    close: () => targets.close(),
  };
}

async function isSameFile({ item, to, name }: Arrival, standing: Stats): Promise<boolean> {
  if (item === null || item.stats.nlink < 2 || item.stats.ino !== standing.ino) return false;
  const path = childPath(item.folder.fd, item.name);
  const [one, other] = await Promise.all([sys.lstatBig(path), sys.lstatBig(childPath(to.fd, name))]);
  return one.dev === other.dev && one.ino === other.ino;
}

/** See {@link TrashStorage.replacing}. */
export async function keepDuring<T>(
  resolver: Resolver,
  { path, trash, work }: { path: VirtualPath; trash: ReplacedTrash; work: () => Promise<T> },
): Promise<T> {
  const toFolder = parentOf(path);
  const location = await openWritable(resolver, path);
  if (location === null || toFolder === null) return work();
  try {
    // A link is followed by what writes, and stays. Without hard links it would have no file while the bytes come.
    const standing = await sys.lstatIfAny(childPath(location.fd, location.name));
    if (standing?.isFile() !== true) return await work();
    const report = { replaced: () => {} };
    const keeper = createKeeper({
      resolver,
      into: location,
      toFolder,
      options: { replaced: trash },
      report,
      mayMove: false,
    });
    return await keeper.replacing({ item: null, to: location, name: location.name }, work);
  } finally {
    await closeQuietly(location.fd);
  }
}

/** Null where the work will be told why it may not write. */
async function openWritable(resolver: Resolver, path: VirtualPath): Promise<Location | null> {
  let location: Location | null = null;
  try {
    location = await resolver.openLocation(path);
    assertFolderWritable(resolver.policy, location, location.name);
    return location;
  } catch {
    if (location !== null) await closeQuietly(location.fd);
    return null;
  }
}

type TrashTarget = RelativeName & { close(): Promise<void> };
type Shared = { fd: number };

/** Makes places in the trash, and their records before them. */
function createTrashTargets(
  trash: ReplacedTrash,
  { resolver, into, toFolder }: Pick<KeeperInput, "resolver" | "into" | "toFolder">,
) {
  /** For what lies in merged folders: one for each of those and volume. */
  const shared = new Map<string, Promise<Shared>>();

  async function make(base: string, { place, ...plan }: TrashPlan): Promise<{ fd: number; folder: string }> {
    const id = trash.newId();
    const folder = trashFolderOf(base, { ownerId: trash.ownerId, id });
    const path = joinVirtualPath(toFolder, place.name);
    await trash.record({ id, path, plan: { ...plan, place: { folder, name: place.name } } });
    try {
      return { fd: (await makeTrashFolder(folder, resolver.known)).fd, folder };
    } catch (error) {
      throw new AppError("trash/not-kept", {}, { cause: error });
    }
  }

  /** For a file or link of the target folder itself: its own entry of the trash. */
  async function openOwn({ to, name }: Arrival, standing: Stats, base: string): Promise<TrashTarget> {
    const kind = kindOf(standing);
    const sizeBytes = kind === "file" ? standing.size : 0;
    const { mtimeMs } = standing;
    const plan = { place: { folder: "", name }, origin: joinPlace(to.real, name), kind, sizeBytes, mtimeMs };
    const { fd, folder } = await make(base, plan);
    return {
      fd,
      name,
      async close() {
        await closeQuietly(fd);
        await removeTrashFolder(folder); // which leaves it alone when something is in it
      },
    };
  }

  /** In a merged folder: in folders of the same names on the target that it shares. */
  async function openShared(
    { name }: Arrival,
    [top, ...below]: [EntryName, ...EntryName[]],
    base: string,
  ): Promise<TrashTarget> {
    const key = `${base}\0${top}`;
    const plan = {
      place: { folder: "", name: top },
      origin: joinPlace(into.real, top),
      kind: "folder",
      sizeBytes: null,
      mtimeMs: Date.now(),
    } as const;
    const made = shared.get(key) ?? make(base, plan);
    shared.set(key, made);
    const fd = await openFolders((await made).fd, [top, ...below]);
    for (const free of freeNames(name)) {
      // Taken only on a disk that ignores case, where a second arrival met the first one.
      if ((await sys.lstatIfAny(childPath(fd, free))) === null)
        return { fd, name: free, close: () => closeQuietly(fd) };
    }
    await closeQuietly(fd);
    throw new AppError("file/exists");
  }

  return {
    /** Null where no trash can be, and for what is not wanted. */
    async open(arrival: Arrival, standing: Stats): Promise<TrashTarget | null> {
      const { to, name } = arrival;
      if (trash.isWanted !== undefined) {
        const volume = await sys.statfs(fdPath(to.fd));
        const totalBytes = volume.bsize * volume.blocks;
        const one = { origin: joinPlace(to.real, name), sizeBytes: standing.size };
        if (!(await trash.isWanted({ ...one, totalBytes, usableBytes: usableBytes(volume) }))) return null;
      }
      const base = await findTrashBase(resolver, to).catch((error: unknown) => {
        if (isAppError(error) && error.key === "trash/unavailable") return null;
        throw error;
      });
      if (base === null) return null;
      const [top, ...below] = namesBelow(into.real, to.real);
      return top === undefined ? openOwn(arrival, standing, base) : openShared(arrival, [top, ...below], base);
    },
    async close() {
      for (const made of shared.values()) {
        const target = await made.catch(() => null); // told when it failed
        if (target !== null) await closeQuietly(target.fd);
      }
    },
  };
}

function namesBelow(folder: string, path: string): EntryName[] {
  if (path === folder) return [];
  return path.slice(folder === "/" ? 1 : folder.length + 1).split("/") as EntryName[]; // the disk's own names
}
