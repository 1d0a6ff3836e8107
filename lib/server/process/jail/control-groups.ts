import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { findGroupFolders, type GroupFolder } from "./group-folders";

export type GroupBounds = {
  processes: number;
  /** Of the machine's memory. */
  memoryShare: number;
  /** 100 is what everybody else has. */
  processorWeight: number;
};

type Group = { folders: string[]; files: string[]; users: number };
/** `release` when the program is over. `why`: what keeps this server from having groups. */
type Joined = { files: readonly string[]; release: () => void; why: string | null };

const groups = new Map<string, Group>();
let number = 0;
let places: { folders: GroupFolder[]; why: null } | { folders: null; why: string } | null = null;

const tries = 20;
const againMs = 250;

/** Files that take a program into the group of its user: it is there from the first to the last of them. */
export function joinGroup(userId: string, bounds: GroupBounds): Joined {
  places ??= findPlaces();
  if (places.folders === null) return { files: [], release: () => {}, why: places.why };
  try {
    const group = groups.get(userId) ?? makeGroup(places.folders, bounds);
    groups.set(userId, group);
    group.users++;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      group.users--;
      removeUnused(userId, tries);
    };
    return { files: group.files, release, why: null };
  } catch (error) {
    return { files: [], release: () => {}, why: reasonOf(error) };
  }
}

function findPlaces(): NonNullable<typeof places> {
  if (process.getuid?.() !== 0) return { folders: null, why: "Filedeck does not run as root" };
  try {
    const found = findGroupFolders(
      readFileSync("/proc/self/mountinfo", "utf8"),
      readFileSync("/proc/self/cgroup", "utf8"),
      (file) => readFileSync(file, "utf8"),
    );
    if (found === null) return { folders: null, why: "this system has none for memory and processes" };
    const folders = found.map(makeOwn);
    process.once("exit", () => folders.forEach(({ folder }) => void tryRemove(folder)));
    return { folders, why: null };
  } catch (error) {
    return { folders: null, why: reasonOf(error) };
  }
}

/** Ours, with one for each user below it; those of servers that were killed go. */
function makeOwn({ folder, version, ...rest }: GroupFolder): GroupFolder {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^filedeck-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || Number(pid) === process.pid || isRunning(Number(pid))) continue;
    const left = path.join(folder, name);
    for (const entry of readdirSync(left, { withFileTypes: true }))
      if (entry.isDirectory()) tryRemove(path.join(left, entry.name));
    tryRemove(left);
  }
  const own = path.join(folder, `filedeck-${process.pid}`);
  if (version === 2) writeFileSync(path.join(folder, "cgroup.subtree_control"), "+memory +pids +cpu");
  mkdirSync(own, { recursive: true });
  if (version === 2) writeFileSync(path.join(own, "cgroup.subtree_control"), "+memory +pids +cpu");
  return { folder: own, version, ...rest };
}

function makeGroup(folders: readonly GroupFolder[], bounds: GroupBounds): Group {
  const name = `user-${++number}`;
  const group: Group = { folders: [], files: [], users: 0 };
  for (const { folder, version, controllers } of folders) {
    const own = path.join(folder, name);
    mkdirSync(own, { recursive: true });
    group.folders.push(own);
    group.files.push(path.join(own, "cgroup.procs"));
    for (const controller of controllers)
      for (const [file, value, isOptional] of settingsOf(controller, version, bounds)) {
        try {
          writeFileSync(path.join(own, file), value);
        } catch (error) {
          if (!isOptional) throw error;
        }
      }
  }
  return group;
}

/** Files of a group with what is written to them, in order. Some systems do not count what is swapped out. */
function settingsOf(
  controller: string,
  version: 1 | 2,
  { processes, memoryShare, processorWeight }: GroupBounds,
): [file: string, value: string, isOptional: boolean][] {
  const bytes = String(Math.floor(totalmem() * memoryShare));
  if (controller === "pids") return [["pids.max", String(processes), false]];
  if (controller === "cpu")
    return version === 2
      ? [["cpu.weight", String(processorWeight), true]]
      : [["cpu.shares", String(Math.round((1_024 * processorWeight) / 100)), true]];
  return version === 2
    ? [
        ["memory.max", bytes, false],
        ["memory.swap.max", "0", true],
      ]
    : [
        ["memory.limit_in_bytes", bytes, false],
        ["memory.memsw.limit_in_bytes", bytes, true],
      ];
}

/** What has just ended is in its group a little longer. */
function removeUnused(userId: string, triesLeft: number): void {
  const group = groups.get(userId);
  if (group === undefined || group.users > 0) return;
  const left = group.folders.filter((folder) => !tryRemove(folder));
  if (left.length === group.folders.length && triesLeft > 0) {
    setTimeout(() => removeUnused(userId, triesLeft - 1), againMs).unref();
    return;
  }
  // What is no longer whole takes nobody in.
  groups.delete(userId);
  removeRest(left, triesLeft);
}

function removeRest(folders: readonly string[], triesLeft: number): void {
  const left = folders.filter((folder) => !tryRemove(folder));
  if (left.length > 0 && triesLeft > 0) setTimeout(() => removeRest(left, triesLeft - 1), againMs).unref();
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
