import { isWithin } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { renameNoReplace } from "@/lib/server/storage/local/journal/place-entry";
import { childPath, parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isOwnFolder, isOwnPlace } from "@/lib/server/storage/own-names";
import type { PlaceNews, WatchedPlaces } from "@/lib/server/storage/known-places";
import { joinPlace, joinRest, normalizePlace } from "@/lib/server/storage/scope";
import { keepKnown, readKnown, type Known } from "./known-file";
import { createRecogniser } from "./recogniser";
import { findByHandle, handleOf, mountOf, type Found } from "./place-handle";
import { placeIdOf } from "@/lib/server/storage/local/sys/file-id";
import { idsUpwards } from "./place-id";

const opened = new Map<string, WatchedPlaces>();

/** The places of this server, with their file in its data folder: what was moved while it did not run is found as well. */
export function openKnownPlaces(file: string): WatchedPlaces {
  const before = opened.get(file);
  if (before !== undefined) return before;
  const known = createKnownPlaces(file);
  if (opened.size === 0) process.once("exit", () => opened.forEach((one) => one.flush()));
  opened.set(file, known);
  return known;
}

/** For tests: what another start would know. */
export function createKnownPlaces(file: string): WatchedPlaces {
  const places = readKnown(file);
  const listeners = new Set<(news: PlaceNews) => void>();
  const recogniser = createRecogniser((place) => void lookAt(place, false).catch(() => {})); // looked at again with the next call
  for (const [place, { ids }] of places) for (const id of ids) recogniser.learn(id, place);
  const kept = keepKnown(file, places);

  function tell(place: string, to: string | null, isBack = false): void {
    const one = places.get(place);
    if (one === undefined || one.told === (to ?? "")) return;
    one.told = isBack ? null : (to ?? "");
    kept.note();
    for (const listener of listeners) listener({ place, to, isOwn: one.isOwn, isBack });
  }

  async function learn(place: string, stats: Awaited<ReturnType<typeof statOf>>, isOwn: boolean): Promise<void> {
    if (stats === null || (isOwn && !(await isOurs(place)))) return;
    const id = placeIdOf(stats);
    const before = places.get(place);
    const isFolder = stats.isDirectory();
    // A file that is written anew is another one each time.
    const earlier = isFolder ? (before?.ids ?? []).slice(1 - limits.knownPlaces.idsEach) : [];
    for (const old of before?.ids ?? []) if (!earlier.includes(old)) recogniser.forget(old, place);
    if (before === undefined && places.size >= limits.knownPlaces.inAll) forget(places.keys().next().value ?? "");
    const handle = await handleOf(isFolder ? place : parentOfHost(place));
    places.set(place, { ids: [...earlier, id], handle, mount: mountOf(place), isFolder, isOwn, told: null });
    recogniser.learn(id, place);
    kept.note();
  }

  function forget(place: string): void {
    for (const id of places.get(place)?.ids ?? []) recogniser.forget(id, place);
    places.delete(place);
    recogniser.forgetMoved(place);
    kept.note();
  }

  async function lookAt(place: string, isTrash: boolean): Promise<void> {
    const [stats, one] = [await statOf(place), places.get(place)];
    const isOwn = one?.isOwn ?? isTrash;
    await recogniser.checkMoved(place, one?.ids ?? []);
    if (one === undefined) return learn(place, stats, isOwn);
    if (stats !== null && one.ids.includes(placeIdOf(stats))) {
      if (one.told !== null) kept.note();
      one.told = null;
      return;
    }
    // Nothing was moved where a disk was unmounted.
    if (mountOf(one.mount) !== one.mount || one.ids.length === 0)
      return stats === null ? undefined : learn(place, stats, isOwn);
    const met = [...recogniser.moved.flatMap(({ from, to }) => (from === place ? [to] : [])), one.told ?? ""];
    const found = (await findAmong(met, one)) ?? (await find(place, one));
    if (found === "gone") for (const id of one.ids.splice(0)) recogniser.forget(id, place);
    else if (found === "unknown") {
      if (one.isFolder) tell(place, null);
    } else if (found.path !== place && !(await moveBack(place, one, found.path))) {
      recogniser.note({ from: place, to: found.path });
      if (!isOwnPlace(found.path)) tell(place, found.path);
    }
    const { told } = one;
    await learn(place, await statOf(place), isOwn);
    const after = places.get(place);
    if (after !== undefined) after.told = told;
    kept.note();
  }

  /** A trash that lies elsewhere on its disk gets its name back, as long as that is free: what is in it is found by its place. */
  async function moveBack(place: string, one: Known, to: string): Promise<boolean> {
    if (!one.isOwn) return false;
    const fds: number[] = [];
    const open = async (path: Parameters<typeof sys.open>[0]) => {
      const fd = await sys.open(path, openFlags.folderPlaceNoFollow);
      fds.push(fd);
      return fd;
    };
    try {
      const trash = await open(toFsPath(to));
      // By what is open: a path could lead elsewhere by now.
      const [from, into] = [await open(childPath(trash, "..")), await open(toFsPath(parentOfHost(place)))];
      const [name, back] = [to, place].map((path) => path.slice(path.lastIndexOf("/") + 1));
      if (name === undefined || back === undefined || !isSame(await sys.lstatBig(childPath(from, name)), one))
        return false;
      await renameNoReplace({ fd: from, name }, { fd: into, name: back }, null);
      if (!isSame(await sys.lstatBig(childPath(into, back)), one)) {
        await renameNoReplace({ fd: into, name: back }, { fd: from, name }, null);
        return false;
      }
      tell(place, to, true);
      return true;
    } catch {
      return false; // another has its name, or its folder is gone: it stays where it is, and nobody reaches it
    } finally {
      for (const fd of fds) await closeQuietly(fd);
    }
  }

  return {
    get moved() {
      return recogniser.moved;
    },
    meet: (...found) => recogniser.meet(...found),
    async look(all) {
      for (const text of all) {
        const place = text.startsWith("/") ? normalizePlace(text) : null;
        if (place !== null) await lookAt(place, false);
      }
    },
    lookAtOwn: (place) => lookAt(place, true),
    async meetOpened(fd, real) {
      if (places.size === 0) return;
      const ids = await idsUpwards(fd, real);
      let path = real;
      for (const id of ids) {
        recogniser.meetId(id, path);
        path = parentOfHost(path);
      }
    },
    async follow(from, to) {
      for (const [place, one] of places) {
        const met = recogniser.moved.flatMap((moved) => (moved.from === place ? [moved.to] : []));
        const before = [place, ...met].find((path) => isWithin(path, from));
        if (before === undefined) continue;
        const path = joinRest(to, before.slice(from.length));
        const stats = await statOf(path);
        if (stats === null) continue;
        const id = placeIdOf(stats);
        if (!one.ids.includes(id)) {
          // Moved to another disk, where it is another folder.
          Object.assign(one, { ids: [id], handle: await handleOf(path), mount: mountOf(path) });
          recogniser.learn(id, place);
        }
        recogniser.note({ from: place, to: path });
        if (!isOwnPlace(path)) tell(place, path);
        kept.note();
      }
    },
    own: () => [...places].flatMap(([place, { isOwn }]) => (isOwn ? [place] : [])),
    lost: (all) => all.filter((place) => places.get(normalizePlace(place) ?? place)?.told === ""),
    keepOnly(all) {
      const named = new Set(all.map((place) => normalizePlace(place)));
      for (const [place, { isOwn }] of places) if (!isOwn && !named.has(place)) forget(place);
    },
    numbers: () => recogniser.numbers(),
    flush: () => kept.flush(),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Not a folder of the name that somebody else has put there, nor a link. */
async function isOurs(place: string): Promise<boolean> {
  const stats = await sys.lstatIfAny(toFsPath(place)).catch(() => null);
  return stats !== null && isOwnFolder(stats);
}

const isSame = (stats: Parameters<typeof placeIdOf>[0], { ids }: Known) => ids.includes(placeIdOf(stats));

/** Where it leads, as long as it leads somewhere. */
async function statOf(place: string) {
  return sys.statBigIfAny(toFsPath(place)).catch(() => null);
}

/** At a place where it was met before. */
async function findAmong(paths: readonly string[], one: Known): Promise<Found | null> {
  for (const path of paths) {
    const stats = path === "" ? null : await statOf(path);
    if (stats !== null && isSame(stats, one)) return { path };
  }
  return null;
}

async function find(place: string, { handle, mount, isFolder, ids }: Known): Promise<Found> {
  const found = await findByHandle(handle, mount);
  if (typeof found === "string") return found;
  const path = isFolder ? found.path : joinPlace(found.path, place.slice(place.lastIndexOf("/") + 1));
  const stats = await statOf(path);
  return stats !== null && ids.includes(placeIdOf(stats)) ? { path } : "unknown";
}
