import { compareNames } from "@/lib/shared/compare-names";
import type { MountLine } from "./parse-mounts";

export type FileSystem = Pick<MountLine, "place" | "type" | "source" | "isReadOnly"> & {
  /** On another machine, or kept by a program: asking it may take for ever. */
  isRemote: boolean;
};

const onDisks: ReadonlySet<string> = new Set(
  "ext2 ext3 ext4 xfs btrfs f2fs zfs bcachefs jfs reiserfs vfat exfat ntfs ntfs3 fuseblk hfsplus apfs ufs".split(" "),
);
const remote: ReadonlySet<string> = new Set("nfs nfs4 cifs smb3 smbfs ceph glusterfs afs 9p virtiofs davfs".split(" "));
/** Of programs that show what lies elsewhere, or nothing that takes room. */
const noise = /^fuse\.(?:lxcfs|gvfsd-fuse|portal|snapfuse|squashfuse|archivemount|doc|encfs)/;
/** What a container has of its host's disk without anybody having asked for it. */
const ofContainers = /^\/etc\/(?:hosts|hostname|resolv\.conf)$/;
const most = 32;

/**
 * The file systems that hold somebody's files, each once: no memory, no images of programs, no layers of containers but the one that
 * this container itself stands on.
 */
export function pickFileSystems(mounts: readonly MountLine[]): FileSystem[] {
  const shown = new Map<string, MountLine>();
  for (const mount of mounts) shown.set(mount.place, mount);
  const byDevice = new Map<string, MountLine>();
  for (const mount of shown.values()) {
    if (!isReal(mount)) continue;
    const other = byDevice.get(mount.device);
    if (other === undefined || isBetter(mount, other)) byDevice.set(mount.device, mount);
  }
  return [...byDevice.values()]
    .map(({ place, type, source, isReadOnly }) => ({ place, type, source, isReadOnly, isRemote: isRemote(type) }))
    .sort((a, b) => compareNames(a.place, b.place))
    .slice(0, most);
}

/** Kept elsewhere than on this machine's disks. */
export const isRemote = (type: string) => remote.has(type) || (type.startsWith("fuse.") && !noise.test(type));

/** Holds somebody's files, and is neither an image that nothing is written to nor a layer of a container. */
export function isReal({ type, place, source, isReadOnly }: MountLine): boolean {
  if (type === "overlay") return place === "/";
  if (ofContainers.test(place) || /^\/dev\/z?ram\d/.test(source)) return false;
  if (isReadOnly && source.startsWith("/dev/loop")) return false;
  return onDisks.has(type) || isRemote(type);
}

/** All of it rather than a folder of it, then where there is less to read. */
function isBetter(a: MountLine, b: MountLine): boolean {
  const [wholeA, wholeB] = [a.root === "/", b.root === "/"];
  return wholeA === wholeB ? a.place.length < b.place.length : wholeA;
}
