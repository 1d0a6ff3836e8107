import type { placeUses } from "@/lib/shared/disks";
import { readProc } from "@/lib/server/machine/read-proc";
import { linkOf, openFilesOf } from "@/lib/server/machine/processes/open-files";
import { processIds } from "@/lib/server/machine/processes/read-processes";
import { mayVisit } from "@/lib/server/machine/processes/visiting";
import { userNames } from "@/lib/server/machine/processes/user-names";
import { parseCgroup } from "@/lib/server/machine/processes/parse-cgroup";
import { unescapeMount, type MountLine } from "@/lib/server/machine/parse-mounts";
import { createForeignMounts } from "./mounted-elsewhere";

/** How a process uses a folder: works in it, has it as its top, runs a program of it, has a file of it open, or in its memory. */
export type PlaceUser = {
  pid: number;
  command: string;
  user: string;
  use: (typeof placeUses)[number];
  /** One of those that it uses. */
  path: string;
  /** How many more. */
  others: number;
  /** The first twelve digits of its container's id. */
  container: string | null;
};

/** One of those that have the file system mounted in a set of mounts of their own, where it stays. `path`: there. */
export type PlaceKeeper = Pick<PlaceUser, "pid" | "command" | "user" | "path" | "container">;

type Found = { users: PlaceUser[]; keepers: PlaceKeeper[]; isCut: boolean };

const mostUsers = 200;
const patienceMs = 3_000;
const longestCommand = 200;

/**
 * Who uses what is mounted at a place, and lies at or below it; processes with mounts of their own, such as those of containers, by where it is mounted there.
 * Nothing at the place itself is touched: the kernel knows the names by heart, also those on a server that is gone. `isCut`: there are more, or it took
 * longer than three seconds, or some could not be asked.
 */
export function findUsersOf(mount: MountLine): Found {
  const untilMs = performance.now() + patienceMs;
  const spaces = new Set(["self", "1"].map((name) => linkOf(`/proc/${name}/ns/mnt`)));
  const foreignMounts = createForeignMounts(mount);
  const names = userNames();
  const found: Found = { users: [], keepers: [], isCut: false };
  const told = new Set<string>();
  for (const pid of processIds()) {
    if (performance.now() > untilMs) return { ...found, isCut: true };
    if (!mayVisit(pid)) {
      found.isCut = true;
      continue;
    }
    const space = linkOf(`/proc/${pid}/ns/mnt`);
    if (space === null) continue;
    const foreign = spaces.has(space) ? { places: [mount.place], keptAt: null } : foreignMounts(space, pid);
    if (foreign === null) return { ...found, isCut: true };
    if (foreign.places.length === 0) continue;
    if (foreign.keptAt !== null) {
      // The first of a container is its own; the others come with it, and go.
      if (!told.has(space)) found.keepers.push({ pid, ...describe(pid, names), path: foreign.keptAt });
      told.add(space);
      continue;
    }
    const used = usedBy(pid, (path) => foreign.places.some((place) => isAtOrBelow(path, place)));
    const [first] = used;
    if (first === undefined) continue;
    if (found.users.length === mostUsers) return { ...found, isCut: true };
    found.users.push({ pid, ...describe(pid, names), ...first, others: used.length - 1 });
  }
  return found;
}

const isAtOrBelow = (path: string, place: string) =>
  path === place || path.startsWith(place === "/" ? "/" : `${place}/`);

function usedBy(pid: number, isBelow: (path: string) => boolean): Pick<PlaceUser, "use" | "path">[] {
  const link = (name: string, use: PlaceUser["use"]) => {
    const path = linkOf(`/proc/${pid}/${name}`);
    return path !== null && isBelow(path) ? [{ use, path }] : [];
  };
  const files = openFilesOf(pid).flatMap(({ target }) =>
    isBelow(target) ? [{ use: "file" as const, path: target }] : [],
  );
  return [
    ...link("cwd", "folder"),
    ...link("root", "top"),
    ...link("exe", "program"),
    ...files,
    ...mapped(pid, isBelow),
  ];
}

/** The first 64 KiB of what is mapped: programs and libraries come first. */
function mapped(pid: number, isBelow: (path: string) => boolean): Pick<PlaceUser, "use" | "path">[] {
  const found = new Set<string>();
  for (const line of (readProc(`/proc/${pid}/maps`, "utf8") ?? "").split("\n")) {
    const at = line.indexOf("/");
    const path = at < 0 ? "" : unescapeMount(line.slice(at));
    if (path !== "" && isBelow(path)) found.add(path);
  }
  return [...found].map((path) => ({ use: "memory", path }));
}

function describe(pid: number, names: ReadonlyMap<number, string>): Pick<PlaceUser, "command" | "user" | "container"> {
  const status = readProc(`/proc/${pid}/status`, "utf8") ?? "";
  const uid = Number(/^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1] ?? "-1");
  const words = (readProc(`/proc/${pid}/cmdline`, "utf8") ?? "").split("\0").filter(Boolean).join(" ");
  const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? "";
  return {
    command: (words === "" ? name : words).slice(0, longestCommand),
    user: names.get(uid) ?? String(uid),
    container: parseCgroup(readProc(`/proc/${pid}/cgroup`) ?? "").container,
  };
}
