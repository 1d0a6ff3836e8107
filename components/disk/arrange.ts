import type { DiskRow } from "@/lib/contracts/disk";
import { compareNames } from "@/lib/shared/compare-names";
import { usedOf, usedShare } from "@/lib/shared/volume-use";

export type Rows = ReadonlyMap<string, DiskRow>;
/** A device with what is made of it; `isElsewhere`: that has a card of its own. */
export type Branch = { row: DiskRow; isElsewhere: boolean; children: readonly Branch[] };
/** A part of the picture of a disk; without a row nothing is there. */
export type Segment = { row: DiskRow | null; bytes: number };

export type Arranged = {
  disks: readonly Branch[];
  /** What is made of several others. */
  arrays: readonly Branch[];
  remote: readonly DiskRow[];
  /** Files that are shown as disks, and of which nothing is mounted but what programs bring by the dozen. */
  images: readonly Branch[];
};

/** What a program's package is, such as a snap's. */
const packageTypes: ReadonlySet<string> = new Set(["squashfs", "erofs"]);

/** What lies between partitions by their rules is no room that anybody misses. */
const leastGap = { bytes: 16 * 1024 * 1024, share: 0.003 };

export function arrange(rows: Rows): Arranged {
  const all = [...rows.values()].toSorted(inOrder);
  const hasCard = (row: DiskRow) => row.parents.length === 0 || row.parents.length > 1 || row.kind === "raid";
  const branch = (row: DiskRow): Branch => ({
    row,
    isElsewhere: false,
    children: all
      .filter(({ parents }) => parents.includes(row.id))
      .map((child) => (hasCard(child) ? { row: child, isElsewhere: true, children: [] } : branch(child))),
  });
  const isOffered = (one: Branch): boolean =>
    (one.row.mounts.length > 0 && !packageTypes.has(one.row.fs_type ?? "")) ||
    one.row.is_swap ||
    one.children.some(isOffered);
  const tops = all.filter(({ parents, kind }) => parents.length === 0 && kind !== "remote");
  const images = tops.filter(({ kind }) => kind === "loop").map(branch);
  return {
    // What is mounted belongs in view.
    disks: [...tops.filter(({ kind }) => kind !== "loop").map(branch), ...images.filter(isOffered)],
    arrays: all.filter((row) => row.parents.length > 0 && hasCard(row)).map(branch),
    remote: all.filter(({ kind }) => kind === "remote"),
    images: images.filter((one) => !isOffered(one)),
  };
}

/** By its id, its device file, or where it is mounted: alerts name disks and mount points. */
export function findDevice(rows: Rows, asked: string): DiskRow | null {
  const isMeant = ({ path, mounts }: DiskRow) => path === asked || mounts.some(({ place }) => place === asked);
  return rows.get(asked) ?? [...rows.values()].find(isMeant) ?? null;
}

/** By where they lie on their disk, else by name, in which ten comes after nine. */
function inOrder(a: DiskRow, b: DiskRow): number {
  if (a.start !== null && b.start !== null && a.start !== b.start) return a.start - b.start;
  return compareNames(a.path, b.path);
}

/** The disk from its beginning to its end. */
export function segmentsOf({ row, children }: Branch): readonly Segment[] {
  const size = row.size ?? 0;
  const parts = children.map((child) => child.row).filter(({ kind }) => kind === "part");
  if (parts.length === 0) return [{ row: isUsed(row) || children.length > 0 ? row : null, bytes: size }];
  const least = Math.max(leastGap.bytes, size * leastGap.share);
  const segments: Segment[] = [];
  let at = 0;
  for (const part of parts) {
    // Where they begin is not told everywhere: then they follow one another.
    const start = part.start ?? at;
    if (start - at >= least) segments.push({ row: null, bytes: start - at });
    const bytes = part.size ?? 0;
    // The partition that others lie in is told as a single kilobyte.
    if (bytes > 1024) segments.push({ row: part, bytes });
    at = Math.max(at, start + bytes);
  }
  if (size - at >= least) segments.push({ row: null, bytes: size - at });
  return segments;
}

const isUsed = ({ fs_type, mounts, is_swap, table }: DiskRow) =>
  fs_type !== null || mounts.length > 0 || is_swap || table !== null;

/** How full it is, from 0 to 1; null: nothing is known. */
export function shareOf({ space }: Pick<DiskRow, "space">): number | null {
  return space === null ? null : usedShare({ used: usedOf(space), available: space.available });
}

/** Of a device, or of the one file system that is made of all of it, such as an encrypted one. */
export function spaceRowOf({ row, children }: Branch): DiskRow {
  const [only] = children;
  return row.space === null && only !== undefined && children.length === 1 && !only.isElsewhere
    ? spaceRowOf(only)
    : row;
}

/** What people call it. */
export const typeName = (type: string) => typeNames[type] ?? type;
const typeNames: Record<string, string> = {
  LVM2_member: "LVM",
  linux_raid_member: "RAID",
  isw_raid_member: "RAID",
  crypto_LUKS: "LUKS",
  zfs_member: "ZFS",
};

export const shortName = ({ path }: Pick<DiskRow, "path">) => path.replace(/^\/dev\/(?:mapper\/)?/, "");
