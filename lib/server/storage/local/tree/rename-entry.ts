import type { Stats } from "node:fs";
import { assertFolderWritable, assertMovable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import { isWithin, type VirtualPath } from "@/lib/shared/paths";
import { isErrno, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Noted } from "@/lib/server/storage/noted";
import { noteRenamed } from "@/lib/server/storage/local/known/noted-of";
import type { Renamed } from "@/lib/server/storage/storage";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import { renameFolderNoReplace, renameNoReplace, syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import type { Resolver, Location } from "@/lib/server/storage/local/resolve/resolver";
import { hasName } from "@/lib/server/storage/local/sys/read-names";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";

/** See {@link Storage.rename}. */
export async function renameEntry(
  resolver: Resolver,
  journal: Journal,
  paths: { from: VirtualPath; to: VirtualPath },
): Promise<Renamed & Noted> {
  const from = await resolver.openLocation(paths.from, openFlags.folder);
  let to: Location | null = null;
  try {
    to = await resolver.openLocation(paths.to, openFlags.folder);
    assertFolderWritable(resolver.policy, from, from.name);
    assertMovable(resolver.policy, joinPlace(from.real, from.name));
    assertFolderWritable(resolver.policy, to, to.name);
    const seen = await renameLocation(from, to, journal);
    const noted = await noteRenamed(seen, childPath(to.fd, to.name));
    const places = { fromPlace: joinPlace(from.real, from.name), toPlace: joinPlace(to.real, to.name) };
    await resolver.known.follow(places.fromPlace, places.toPlace);
    await syncFolder(to.fd);
    if (from.real !== to.real) await syncFolder(from.fd);
    return { ...places, ...noted };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(from.fd);
    if (to !== null) await closeQuietly(to.fd);
  }
}

/** Gives what it was before. */
async function renameLocation(from: Location, to: Location, journal: Journal): Promise<Stats> {
  const stats = await sys.lstat(childPath(from.fd, from.name));
  const fromReal = joinPlace(from.real, from.name);
  const toReal = joinPlace(to.real, to.name);
  if (fromReal === toReal) return stats;
  if (stats.isDirectory() && isWithin(toReal, fromReal)) throw new AppError("file/into-itself");
  try {
    if (stats.isDirectory()) await renameFolderNoReplace({ from, to, toReal, journal });
    // What gives way at its old name is not kept as what has been replaced there.
    else await namesInTurn([from], () => renameNoReplace(from, to, journal));
  } catch (error) {
    if (!isErrno(error, "EEXIST") || !(await isSameEntry(from, to))) throw error;
    await sys.rename(childPath(from.fd, from.name), childPath(to.fd, to.name));
  }
  return stats;
}

/** On a disk that ignores case, `a` → `A` meets itself. Hard links, which look alike, both stand in the folder. */
async function isSameEntry(from: Location, to: Location): Promise<boolean> {
  if (from.real !== to.real || from.name.toLowerCase() !== to.name.toLowerCase()) return false;
  const [one, other] = await Promise.all([
    sys.lstatBig(childPath(from.fd, from.name)),
    sys.lstatBig(childPath(to.fd, to.name)),
  ]);
  if (one.dev !== other.dev || one.ino !== other.ino) return false;
  return !(await hasName(to.fd, to.name));
}
