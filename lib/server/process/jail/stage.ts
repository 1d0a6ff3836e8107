import { chownSync, closeSync, constants, fstatSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PinnedMount, StagePlan } from "./jail-plan";
import { attachTree, cloneTree, mount, mountFlags, must, openPlace, restrictTree, unmount, unshare } from "./native";
import { stagePlace } from "./stage-place";

type Source = { tree: number; isFolder: boolean };

const newMounts = 0x2_0000;
const downward = 0x8_0000 | 0x4000;
const detach = 2;
/** Of linux/fcntl.h: names a place and opens nothing. */
const openPath = 0o10000000;
const { readOnly, noSuid, noDevices, noPrograms } = mountFlags;

/**
 * Makes the root of a jail at {@link stagePlace}, in mounts that only this process and what it becomes has. Each place is opened once, by a name without links,
 * compared with what was looked at, and used by its descriptor from then on; so is where it is to be. Nobody else can change what leads there.
 */
export function makeStage({ user, isRoot, mounts, base, sizes }: StagePlan): void {
  if (isRoot) must("unshare", unshare(newMounts));
  must("mount /", mount(null, "/", null, downward, null));
  const sources = openSources(mounts, { user, isRoot });
  const isWhole = mounts[0]?.place === "/";
  const readable = isWhole ? [] : base.readable.flatMap((place) => readableTree(place));
  const empty = emptyTrees(mounts);
  const own = new Set<string>();
  const temporary = (below: string, options: string) => {
    const place = path.join(stagePlace, below);
    must(`tmpfs ${place}`, mount("tmpfs", place, "tmpfs", noSuid | noDevices, options));
    const fd = openPlace(place);
    own.add(deviceOf(fd));
    return fd;
  };
  let root: number | null = null;
  if (isWhole && sources[0] !== undefined) attachTree(sources[0].tree, openPlace(stagePlace));
  else {
    root = temporary("", "mode=0755,size=4m");
    for (const name of ["proc", "dev", "tmp", "run"]) mkdirSync(path.join(stagePlace, name));
    for (const [name, target] of Object.entries(base.links)) symlinkSync(target, path.join(stagePlace, name));
  }
  const owner = `uid=${isRoot ? user.uid : 0},gid=${isRoot ? user.gid : 0}`;
  temporary("tmp", `mode=01777,size=${sizes.temporaryBytes},${owner}`);
  temporary("run", `mode=0755,size=${sizes.runBytes},${owner}`);
  const home = path.join(stagePlace, base.home);
  mkdirSync(home, { mode: 0o700 });
  if (isRoot) chownSync(home, user.uid, user.gid);
  for (const { place, ...source } of readable) attachTree(source.tree, openTarget({ place, id: null }, source, own));
  for (const [index, place] of mounts.entries()) {
    const source = place.access === "none" ? empty[index] : sources[index];
    if (place.place === "/" || source === undefined) continue;
    attachTree(source.tree, openTarget(place, source, own));
  }
  if (root !== null) restrictTree(root, readOnly, { withThoseBelow: false });
  for (const place of mounts) assertThere(place, mounts);
}

/** With the account's rights, as bubblewrap itself would: what it cannot reach is not given to it. */
function openSources(mounts: StagePlan["mounts"], { user, isRoot }: Pick<StagePlan, "user" | "isRoot">): Source[] {
  if (isRoot) {
    process.setgroups?.([]);
    process.setegid?.(user.gid);
    process.seteuid?.(user.uid);
  }
  const opened = mounts.map((one) => (one.access === "none" ? null : openPinned(one)));
  if (isRoot) process.seteuid?.(0);
  return opened.map((fd, index) => {
    if (fd === null) return { tree: -1, isFolder: true };
    const tree = cloneTree(fd, { withThoseBelow: true });
    const flags = noSuid | noDevices | (mounts[index]?.access === "read" ? readOnly : 0);
    restrictTree(tree, flags, { withThoseBelow: true });
    return { tree, isFolder: isFolder(fd) };
  });
}

function openPinned({ place, id }: PinnedMount): number {
  const fd = openPlace(place);
  if (idOf(fd) !== id) throw new Error(`${place} is not what it was`);
  return fd;
}

/** Of the system: only root can change what its names lead to. */
function readableTree(place: string): (Source & { place: string })[] {
  try {
    const fd = openSync(place, openPath);
    const tree = cloneTree(fd, { withThoseBelow: true });
    restrictTree(tree, readOnly | noSuid | noDevices, { withThoseBelow: true });
    return [{ place, tree, isFolder: isFolder(fd) }];
  } catch {
    return [];
  }
}

/** An empty folder or file for every place that is to be nothing. */
function emptyTrees(mounts: StagePlan["mounts"]): (Source | undefined)[] {
  if (mounts.every(({ access }) => access !== "none")) return [];
  const kinds = mounts.map((one) => (one.access === "none" ? isFolder(openPinned(one)) : null));
  must("tmpfs", mount("tmpfs", stagePlace, "tmpfs", noSuid | noDevices | noPrograms, "mode=0755,size=64k"));
  const [folder, file] = [path.join(stagePlace, "folder"), path.join(stagePlace, "file")];
  mkdirSync(folder, { mode: 0o555 });
  writeFileSync(file, "", { mode: 0o444 });
  const trees = kinds.map((isFolder) => {
    if (isFolder === null) return undefined;
    const tree = cloneTree(openPlace(isFolder ? folder : file), { withThoseBelow: false });
    restrictTree(tree, readOnly | noSuid | noDevices | noPrograms, { withThoseBelow: false });
    return { tree, isFolder };
  });
  must("umount", unmount(stagePlace, detach));
  return trees;
}

/** Where a place is to be: made below what is ours alone; elsewhere it has to be there, and to be what was looked at. */
function openTarget(
  { place, id }: { place: string; id: string | null },
  { isFolder }: Source,
  own: ReadonlySet<string>,
) {
  const names = place.split("/").filter((name) => name !== "");
  return names.reduce((folder, name, index) => {
    const isOwn = own.has(deviceOf(folder));
    if (isOwn) makeIfMissing(folder, name, index < names.length - 1 || isFolder);
    const fd = openPlace(name, folder);
    closeSync(folder);
    if (!isOwn && index === names.length - 1 && idOf(fd) !== id) throw new Error(`${place} is not what it was`);
    return fd;
  }, openPlace(stagePlace));
}

function makeIfMissing(folder: number, name: string, isFolder: boolean): void {
  const place = `/proc/self/fd/${folder}/${name}`;
  try {
    if (isFolder) mkdirSync(place, { mode: 0o755 });
    else closeSync(openSync(place, constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o644));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** By its name it is what it is to be: nothing was moved away while it was mounted. */
function assertThere({ place, id, access }: PinnedMount, mounts: StagePlan["mounts"]): void {
  if (mounts.findLast((one) => one.place === place)?.access !== access) return;
  const names = place.split("/").filter((name) => name !== "");
  const fd = names.reduce((folder, name) => {
    const next = openPlace(name, folder);
    closeSync(folder);
    return next;
  }, openPlace(stagePlace));
  const isRight = (idOf(fd) === id) === (access !== "none");
  closeSync(fd);
  if (!isRight) throw new Error(`${place} is not what it was`);
}

function idOf(fd: number): string {
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return `${dev}:${ino}`;
}

const deviceOf = (fd: number) => String(fstatSync(fd, { bigint: true }).dev);
const isFolder = (fd: number) => fstatSync(fd).isDirectory();
