import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What fixtures start; others may name a folder of theirs as well, such as an editor. */
const programs =
  /^(?:dockerd|containerd|containerd-shim.*|docker-proxy|docker-registry|runc|podman|conmon|unshare|systemd-nspawn|sshd.*|nginx|caddy|node)$/;
/** By what a process that names no folder of a fixture belongs to it. */
const variables = ["HOME", "FILEDECK_DATA"];

/**
 * Ends what still runs of a fixture's own folder, and removes what it has made on this machine: mounts, loop devices, links, control groups, and the folder.
 * Throws where something stays.
 */
export async function clearOwned(dir) {
  for (let looks = 0; ; looks++) {
    const found = processesOf(dir);
    if (found.length === 0) break;
    if (looks === 200) throw new Error(`of ${dir} there still run ${found.join(", ")}`);
    for (const pid of found) endProcess(pid);
    await wait(50);
  }
  detachLoops(dir);
  for (const mount of mountsOf(dir)) run("umount", ["-l", mount]);
  for (const link of linksOf(dir)) if (existsSync(`/sys/class/net/${link}`)) run("ip", ["link", "del", link]);
  for (const group of groupsOf(dir)) removeGroup(group);
  const mounted = mountsOf(dir);
  // Through a mount it would remove what is not the fixture's.
  if (mounted.length > 0) throw new Error(`still mounted: ${mounted.join(", ")}`);
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Those that were started for it, those in file systems that lie in it, and all that came of them; never this one or what it came of. */
function processesOf(dir) {
  const all = list("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, stat: read(`/proc/${pid}/stat`) }))
    .filter(({ stat }) => stat !== "")
    .map(({ pid, stat }) => {
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return { pid, parent, hasEnded: state === "Z" || state === "X" };
    });
  const parentOf = (pid) => all.find((one) => one.pid === pid)?.parent;
  const spared = new Set();
  for (let pid = String(process.pid); pid !== undefined && !spared.has(pid); pid = parentOf(pid)) spared.add(pid);
  const found = new Set(all.filter(({ pid }) => !spared.has(pid) && belongs(pid, dir)).map(({ pid }) => pid));
  for (const pid of found) for (const one of all) if (one.parent === pid && !spared.has(one.pid)) found.add(one.pid);
  return all.filter(({ pid, hasEnded }) => !hasEnded && found.has(pid)).map(({ pid }) => Number(pid));
}

function belongs(pid, dir) {
  const args = read(`/proc/${pid}/cmdline`).split("\0");
  const program = path.basename(link(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ""));
  if (programs.test(program) && args.some((arg) => arg.includes(dir))) return true;
  const isBelow = (value) => value === dir || value.startsWith(`${dir}/`);
  const environment = read(`/proc/${pid}/environ`).split("\0");
  if (
    variables.some((name) =>
      environment.some((one) => one.startsWith(`${name}=`) && isBelow(one.slice(name.length + 1))),
    )
  )
    return true;
  // A container's first process, or a machine's, is in an overlay or a folder of the fixture's.
  const root = read(`/proc/${pid}/mountinfo`)
    .split("\n")
    .findLast((line) => line.split(" ")[4] === "/");
  return root?.includes(`${dir}/`) ?? false;
}

/** Deepest first. */
function mountsOf(dir) {
  return read("/proc/self/mountinfo")
    .split("\n")
    .map((line) =>
      (line.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))),
    )
    .filter((place) => place === dir || place.startsWith(`${dir}/`))
    .toReversed();
}

function detachLoops(dir) {
  for (const name of list("/sys/block").filter((one) => one.startsWith("loop"))) {
    if (!read(`/sys/block/${name}/loop/backing_file`).startsWith(`${dir}/`)) continue;
    if (list(`/sys/block/${name}`).some((one) => one.startsWith(`${name}p`)))
      run("partx", ["--delete", `/dev/${name}`]);
    run("losetup", ["--detach", `/dev/${name}`]);
  }
}

/** Those that the fixture wrote down before it made them, and the bridges of its daemon's networks. */
function linksOf(dir) {
  const networks = read(path.join(dir, "data/network/files/local-kv.db"));
  const bridges = list("/sys/class/net").filter(
    (name) => /^br-[0-9a-f]{12}$/.test(name) && networks.includes(name.slice("br-".length)),
  );
  return [...read(path.join(dir, "links")).split("\n").filter(Boolean), ...bridges];
}

/** Of containers, by their ids. */
function groupsOf(dir) {
  const ids = [...list(path.join(dir, "data/containers")), ...list(path.join(dir, "root/vfs-containers"))];
  const places = ["", ...list("/sys/fs/cgroup")].flatMap((place) =>
    ids.flatMap((id) =>
      [`docker/${id}`, `libpod_parent/libpod-${id}`].map((group) => path.join("/sys/fs/cgroup", place, group)),
    ),
  );
  return places.filter((place) => /[0-9a-f]{64}$/.test(place) && existsSync(place));
}

function removeGroup(group) {
  for (const entry of list(group, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(path.join(group, entry.name));
  try {
    rmdirSync(group);
  } catch {
    // Emptied a moment ago, it may still be held; it costs nothing, and has an id that nobody gets again.
  }
}

function endProcess(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // ended by then
  }
}

/** What cannot be undone shows in what is there afterwards. */
function run(program, args) {
  try {
    execFileSync(program, args, { stdio: "ignore", timeout: 20_000 });
  } catch {
    // gone by then, or still used
  }
}

function read(file) {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function link(file) {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}

function list(folder, options) {
  try {
    return readdirSync(folder, options);
  } catch {
    return [];
  }
}
