import path from "node:path";

/** A folder that control groups of ours can be made in. */
export type GroupFolder = { folder: string; version: 1 | 2; controllers: readonly string[] };

const needed = ["memory", "pids"];
const used = [...needed, "cpu"];

type Hierarchy = { mountedAt: string; root: string; version: 1 | 2; options: string[] };

/**
 * Where groups for memory and processes can be made: of the second version beside this server's own group, since one with processes has no groups below it that
 * count; of the first below its own. Null where there is neither. Takes /proc/self/mountinfo, /proc/self/cgroup, and what reads a file.
 */
export function findGroupFolders(
  mountinfo: string,
  ownGroups: string,
  read: (file: string) => string,
): GroupFolder[] | null {
  const hierarchies = mountinfo.split("\n").flatMap(parseMount);
  const unified = hierarchies.find(({ version }) => version === 2);
  if (unified !== undefined) {
    const own = relativeTo(
      unified.root,
      ownPath(ownGroups, (id) => id === "0"),
    );
    const folder = path.join(unified.mountedAt, path.dirname(own));
    const controllers = readIfAny(path.join(folder, "cgroup.controllers"), read).split(/\s+/);
    if (needed.every((name) => controllers.includes(name)))
      return [{ folder, version: 2, controllers: used.filter((name) => controllers.includes(name)) }];
  }
  const found: GroupFolder[] = [];
  for (const controller of used) {
    const hierarchy = hierarchies.find(({ version, options }) => version === 1 && options.includes(controller));
    if (hierarchy === undefined) continue;
    const own = relativeTo(
      hierarchy.root,
      ownPath(ownGroups, (_, names) => names.includes(controller)),
    );
    const folder = path.join(hierarchy.mountedAt, own === "/" ? "" : own);
    const known = found.findIndex((one) => one.folder === folder);
    if (known === -1) found.push({ folder, version: 1, controllers: [controller] });
    else found[known] = { folder, version: 1, controllers: [...(found[known]?.controllers ?? []), controller] };
  }
  return needed.every((name) => found.some(({ controllers }) => controllers.includes(name))) ? found : null;
}

function parseMount(line: string): Hierarchy[] {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root = "/", mountedAt = ""] = before.split(" ");
  const [type, , options = ""] = after.split(" ");
  if (type !== "cgroup" && type !== "cgroup2") return [];
  return [{ mountedAt, root, version: type === "cgroup2" ? 2 : 1, options: options.split(",") }];
}

function ownPath(ownGroups: string, isIt: (id: string, controllers: string[]) => boolean): string {
  for (const line of ownGroups.split("\n")) {
    const [id = "", controllers = "", ...rest] = line.split(":");
    if (isIt(id, controllers.split(","))) return rest.join(":");
  }
  return "/";
}

/** A container sees its own part of the hierarchy, mounted as the whole. */
function relativeTo(root: string, own: string): string {
  if (root === "/") return own;
  return own === root || own.startsWith(`${root}/`) ? own.slice(root.length) || "/" : "/";
}

function readIfAny(file: string, read: (file: string) => string): string {
  try {
    return read(file);
  } catch {
    return "";
  }
}
