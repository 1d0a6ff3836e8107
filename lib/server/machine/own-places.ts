import fs from "node:fs";
import { posix } from "node:path";
import { isWithin } from "@/lib/shared/paths";
import { mountThatMayHang } from "./hanging-mounts";
import { parseMounts, type MountLine } from "./parse-mounts";

/** Docker and Podman bind these files of a container's own folder, which has its id for a name. */
const ownFiles = new Set(["/etc/hostname", "/etc/hosts", "/etc/resolv.conf"]);
const containerFolder = /containers\/([0-9a-f]{64})\//;
const leastParts = 2;

/** Without links; as it was said where it cannot be seen from here, and from where on a mount may hang: nobody else would be answered meanwhile. */
export function realPlace(place: string): string {
  try {
    return follow(place);
  } catch {
    return place;
  }
}

/** Whether it is a folder or a file with no link on the way, or nothing at all; as far as that is on no mount that may hang. */
export function isPlainHere(place: string): boolean {
  try {
    if (follow(place) !== place) return false;
    if (mountThatMayHang(place) !== null) return true;
    const found = fs.lstatSync(place);
    return found.isDirectory() || found.isFile();
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
  }
}

const mostLinks = 40;

/** realpath(3), up to a mount that may hang. */
function follow(place: string): string {
  const left = place.split("/").filter((name) => name !== "" && name !== ".");
  let [at, links] = ["", 0];
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (name === "..") {
      at = at.slice(0, at.lastIndexOf("/"));
      continue;
    }
    const next = `${at}/${name}`;
    if (mountThatMayHang(next) !== null) return posix.normalize([next, ...left].join("/"));
    if (!fs.lstatSync(next).isSymbolicLink()) {
      at = next;
      continue;
    }
    const text = fs.readlinkSync(next);
    if (++links > mostLinks) throw new Error(`too many links: ${place}`);
    if (text.startsWith("/")) at = "";
    left.unshift(...text.split("/").filter((one) => one !== "" && one !== "."));
  }
  return at === "" ? "/" : at;
}

/** The ids of the container that this process is in; none outside of one. */
export function ownContainerIds(mounts = ownMounts()): ReadonlySet<string> {
  const ids = mounts.flatMap(({ place, root }) => (ownFiles.has(place) ? (containerFolder.exec(root)?.[1] ?? []) : []));
  return new Set(ids);
}

/**
 * Tells of folders, as the machine names them, whether one of ours and they are on, above, or below one another, by whatever names. From a container the machine's
 * folders are not seen: there the mount tells what of the machine ours is.
 */
export function placesSharedWith(own: string, mounts = ownMounts()): (place: string) => boolean {
  const ours = realPlace(own);
  const mine = onFileSystem(ours, mounts);
  return (place) => {
    const theirs = realPlace(place);
    if (areNested(theirs, ours)) return true;
    if (mine !== null && endsOf(place).some((end) => isWithin(mine.path, end))) return true;
    if (mountThatMayHang(theirs) === null && !fs.existsSync(theirs)) return false;
    const other = onFileSystem(theirs, mounts);
    if (mine?.device === other?.device && mine !== null && other !== null && areNested(mine.path, other.path))
      return true;
    return isOnTheWay(ours, theirs) || isOnTheWay(theirs, ours);
  };
}

const areNested = (a: string, b: string) => isWithin(a, b) || isWithin(b, a);

/** The place, also as its file system may name it that is mounted somewhere above: `/volumes/data/_data` of `/var/lib/docker/volumes/data/_data`. */
function endsOf(place: string): string[] {
  const parts = place.split("/").filter(Boolean);
  return parts.slice(0, Math.max(1, parts.length - leastParts)).map((_, index) => `/${parts.slice(index).join("/")}`);
}

/** Whether the folder itself, by its number, is one of those on the way to the other. */
function isOnTheWay(folder: string, other: string): boolean {
  const here = idOf(folder);
  if (here === null) return false;
  const parts = other.split("/").filter(Boolean);
  return parts.some((_, index) => idOf(`/${parts.slice(0, index + 1).join("/")}`) === here);
}

function idOf(place: string): string | null {
  try {
    if (mountThatMayHang(place) !== null) return null;
    const { dev, ino } = fs.statSync(place, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** Where a place is on its file system, whatever of that is mounted where. */
function onFileSystem(place: string, mounts: readonly MountLine[]): { device: string; path: string } | null {
  const mount = mounts.reduce<MountLine | null>(
    (found, one) => (isWithin(place, one.place) && one.place.length >= (found?.place.length ?? 0) ? one : found),
    null,
  );
  if (mount === null) return null;
  const rest = mount.place === "/" ? place : place.slice(mount.place.length);
  return { device: mount.device, path: `${mount.root === "/" ? "" : mount.root}${rest}` || "/" };
}

function ownMounts(): MountLine[] {
  try {
    return parseMounts(fs.readFileSync("/proc/self/mountinfo", "utf8"));
  } catch {
    return [];
  }
}
