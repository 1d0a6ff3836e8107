// A program of its own, started by launch-at-place.ts: opens a folder of the machine without following a link, and becomes a program that is told its descriptor.
import { closeSync, constants, fstatSync, mkdirSync, openSync, opendirSync } from "node:fs";
import path from "node:path";
import { becomeProgram, openPlace, SystemCallError } from "@/lib/server/process/jail/native";
import { placeFailure, placeSlot, type PlaceFailure } from "./place-plan";

/** All that it is told. */
export type PlacePlan = {
  /** Of the machine, as this process sees it. */
  root: string;
  place: string;
  /** What is opened: the folder itself; or the one that holds it, where what is mounted on it must not be busy. */
  of: "folder" | "parent";
  /** Makes folders that are missing. */
  creates: boolean;
  mustBeEmpty: boolean;
  /** Device files that nothing of the kernel may be using. */
  unused: readonly string[];
  program: string;
  args: readonly string[];
};

const openPath = 0o10000000;
const errno = { noEntry: 2, notFolder: 20, link: 40 };

function fail(failure: PlaceFailure): never {
  process.stderr.write(failure);
  process.exit(placeFailure);
}

function openBelow(fd: number, name: string, creates: boolean): number {
  try {
    return openPlace(name, fd);
  } catch (error) {
    if (!(error instanceof SystemCallError)) throw error;
    if (error.errno === errno.link) return fail("disk/place-link");
    if (error.errno === errno.notFolder || (error.errno === errno.noEntry && !creates)) return fail("disk/not-folder");
    if (error.errno !== errno.noEntry) throw error;
  }
  // Where somebody else makes it in this moment, that is the folder.
  mkdirSync(`/proc/self/fd/${fd}/${name}`, { mode: 0o755, recursive: true });
  return openBelow(fd, name, false);
}

function openFolder({ root, place, of, creates }: PlacePlan): { fd: number; last: string } {
  const names = place.split("/").filter((name) => name !== "");
  const last = of === "parent" ? (names.pop() ?? "") : "";
  let fd = openSync(root, openPath);
  for (const name of names) fd = openBelow(fd, name, creates);
  if (!fstatSync(fd).isDirectory()) fail("disk/not-folder");
  return { fd, last };
}

function isEmpty(fd: number): boolean {
  const folder = opendirSync(`/proc/self/fd/${fd}/.`);
  const first = folder.readSync();
  folder.closeSync();
  return first === null;
}

/**
 * What uses a block device for itself has claimed it: a file system that is mounted in whatever set of mounts, or is no more in any and still has files open; swap, RAID,
 * LVM. Then nobody else gets it alone.
 */
function assertUnused({ root, unused }: PlacePlan): void {
  for (const device of unused)
    try {
      closeSync(openSync(path.join(root, device), constants.O_RDONLY | constants.O_EXCL | constants.O_NONBLOCK));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EBUSY") fail("disk/in-use");
      throw error;
    }
}

function launch(plan: PlacePlan): void {
  assertUnused(plan);
  const { fd, last } = openFolder(plan);
  if (plan.mustBeEmpty && !isEmpty(fd)) fail("disk/not-empty");
  // With the dot the descriptor is on the way, which is followed everywhere.
  const named = `/proc/self/fd/${fd}/${last === "" ? "." : last}`;
  becomeProgram({
    program: plan.program,
    argv: [plan.program, ...plan.args.map((arg) => (arg === placeSlot ? named : arg))],
    env: { LC_ALL: "C.UTF-8", TZ: "UTC", PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    descriptors: [fd],
  });
}

try {
  launch(JSON.parse(process.argv[2] ?? "") as PlacePlan); // written by launch-at-place.ts
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
