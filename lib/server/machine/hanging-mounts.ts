import { readFileSync } from "node:fs";
import { areAnyDetached, mountIdOf, noteDetached, placeWhenMounted } from "./detached-mounts";
import { parseMounts } from "./parse-mounts";

/** File systems that answer from memory or a local disk. Network, FUSE and automounted ones may hang for minutes. */
const localTypes = new Set(
  "ext2 ext3 ext4 xfs btrfs f2fs zfs bcachefs overlay aufs squashfs erofs iso9660 vfat exfat ntfs3 tmpfs ramfs devtmpfs proc sysfs cgroup cgroup2 devpts mqueue hugetlbfs nsfs debugfs tracefs securityfs pstore bpf configfs fusectl efivarfs binfmt_misc rpc_pipefs selinuxfs".split(
    " ",
  ),
);
/** The kernel tells of mounts for some 0.1 ms. */
const freshMs = 200;

/** `start`: of all paths below it. */
type Mount = { id: number; place: string; type: string; start: string; mayHang: boolean };
/** `slow`: the places of those that may hang, by their numbers. `isAnyCovered`: one has another mount at its place, which is what its path leads to. */
type Noted = {
  text: string;
  atMs: number;
  mounts: readonly Mount[];
  slow: ReadonlyMap<number, string>;
  isAnyCovered: boolean;
};

/** A mount that may hang. Another one may be at its place later, which answers: only the number tells them apart. */
export type SlowMount = Pick<Mount, "id" | "place">;

let noted: Noted = { text: "", atMs: -freshMs, mounts: [], slow: new Map(), isAnyCovered: false };

/** Whether a file system of this type is never asked over a network or of another program. */
export function isLocalType(type: string): boolean {
  return localTypes.has(type);
}

/** What `mountinfo` (proc(5)) says, for those who have read it anyway. */
export function noteMounts(text: string): void {
  const atMs = performance.now();
  if (text === noted.text) {
    noted.atMs = atMs;
    return;
  }
  const found = readAll(text);
  const slow = new Map(found.flatMap(({ id, place, mayHang }) => (mayHang ? [[id, place] as const] : [])));
  const ids = new Set(found.map(({ id }) => id));
  noteDetached(
    [...noted.slow].filter(([id]) => !ids.has(id)),
    ids,
  );
  // The last one at a place is what is seen there. An automounter's own is under what it has mounted, and holds no files.
  const seen = new Map(found.map(({ id, place }) => [place, id]));
  const isAnyCovered = found.some(
    ({ id, place, type, mayHang }) => mayHang && type !== "autofs" && seen.get(place) !== id,
  );
  noted = { text, atMs, mounts: slow.size === 0 ? [] : inOrder(found), slow, isAnyCovered };
}

function readAll(text: string): readonly Mount[] {
  // Where all that the program itself is made of hangs, nothing helps.
  return parseMounts(text).map(({ id, place, type }) => ({
    id,
    place,
    type,
    start: place === "/" ? place : `${place}/`,
    mayHang: place !== "/" && !isLocalType(type),
  }));
}

/** Sorted so that the first one that holds a path is its own. */
function inOrder(found: readonly Mount[]): readonly Mount[] {
  return found.toReversed().sort((a, b) => b.place.length - a.place.length); // of two at one place the later one covers the other
}

/** The mounts as they were noted last, or 0.2 s ago. */
function current(): Noted {
  if (performance.now() - noted.atMs > freshMs) {
    try {
      noteMounts(readFileSync("/proc/self/mountinfo", "utf8"));
    } catch {
      noteMounts(""); // no such system
    }
  }
  return noted;
}

/** The mount that a path without links is on, if that may hang; null: it can be asked for at once. */
export function mountThatMayHang(path: string): SlowMount | null {
  const mount = current().mounts.find(({ place, start }) => path.startsWith(start) || path === place);
  return mount?.mayHang === true ? mount : null;
}

/** The same of what is open: by the number of its mount, which also one has that is covered, or in no table any more. */
export function mountOfDescriptor(fd: number): SlowMount | null {
  const id = mountIdOf(fd);
  const place = id === null ? undefined : (current().slow.get(id) ?? placeWhenMounted(id));
  return id === null || place === undefined ? null : { id, place };
}

/** Whether the path of what is open may lead to another mount than the one that it is on. */
export function areAnyHidden(): boolean {
  return areAnyDetached() || current().isAnyCovered;
}

/** Where such file systems are mounted. */
export function placesThatMayHang(): readonly string[] {
  return [...current().slow.values()];
}

/** Whether anything that is mounted, or was when it was opened, may hang. */
export function mayAnythingHang(): boolean {
  return current().slow.size > 0 || areAnyDetached();
}
