import type { BigIntStats } from "node:fs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { sizeStampOf, type ReplacedTrash, type TrashPlan } from "@/lib/server/storage/trash-storage";
import { fileIdOf } from "@/lib/server/storage/local/sys/file-id";
import { kindOf } from "@/lib/server/storage/local/resolve/entries";
import { freeNames } from "@/lib/server/storage/free-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { openFolders } from "@/lib/server/storage/local/journal/put-aside";
import { usableBytes } from "@/lib/server/storage/local/sys/reserve";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import { trashFolderOf } from "@/lib/server/storage/trash-folder";
import { findTrashBase, makeTrashFolder, removeTrashFolder } from "./trash-place";

/** What is about to give way: its folder, and its name there. */
type Leaving = { to: Handle; name: EntryName };
/** `into`: the folder of the whole operation, at the virtual path `toFolder`. */
type TargetsInput = { resolver: Resolver; into: Handle; toFolder: VirtualPath };

export type TrashTarget = RelativeName & { close(): Promise<void> };
type Shared = { fd: number };

/** Makes places in the trash, and their records before them. */
export function createTrashTargets(trash: ReplacedTrash, { resolver, into, toFolder }: TargetsInput) {
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
  async function openOwn({ to, name }: Leaving, standing: BigIntStats, base: string): Promise<TrashTarget> {
    const kind = kindOf(standing);
    const sizeBytes = kind === "file" ? Number(standing.size) : 0;
    const mtimeMs = Number(standing.mtimeNs) / 1e6;
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
    { name }: Leaving,
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
    async open(leaving: Leaving, standing: BigIntStats): Promise<TrashTarget | null> {
      const { to, name } = leaving;
      if (trash.isWanted !== undefined) {
        const volume = await sys.statfs(fdPath(to.fd));
        const totalBytes = volume.bsize * volume.blocks;
        const which = { fileId: fileIdOf(standing), stamp: sizeStampOf(standing) };
        const one = { origin: joinPlace(to.real, name), sizeBytes: Number(standing.size), ...which };
        if (!(await trash.isWanted({ ...one, totalBytes, usableBytes: usableBytes(volume) }))) return null;
      }
      const base = await findTrashBase(resolver, to).catch((error: unknown) => {
        if (isAppError(error) && error.key === "trash/unavailable") return null;
        throw error;
      });
      if (base === null) return null;
      const [top, ...below] = namesBelow(into.real, to.real);
      return top === undefined ? openOwn(leaving, standing, base) : openShared(leaving, [top, ...below], base);
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
