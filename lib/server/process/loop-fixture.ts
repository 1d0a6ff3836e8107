import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";

/** A disk of a test's own: a loop device of 64 MiB. */
export type Loop = {
  /** Such as `loop3`. */
  id: string;
  path: string;
  file: string;
  /** Makes a file system on it. */
  format: (label: string, type?: keyof typeof makers) => void;
  close: () => void;
};

const bytes = 64 * 1024 * 1024;
const makers = {
  ext4: ["/usr/sbin/mkfs.ext4", "-q"],
  btrfs: ["/usr/sbin/mkfs.btrfs", "-q", "--mixed"],
} as const;
const needed = ["/usr/sbin/losetup", "/usr/sbin/mkfs.ext4", "/usr/bin/lsblk"];

/** Why there can be no {@link makeLoop} here, for tests to skip with; null where there can. */
export function loopProblem(): string | null {
  if (process.getuid?.() !== 0) return "loop devices are made as root only";
  const missing = needed.find((program) => !existsSync(program));
  if (missing !== undefined) return `${missing} is not installed`;
  try {
    makeLoop().close();
    return null;
  } catch (error) {
    return `no loop device: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** As {@link loopProblem}, for what is formatted with btrfs. */
export function btrfsProblem(): string | null {
  if (!existsSync(makers.btrfs[0])) return `${makers.btrfs[0]} is not installed`;
  return /\tbtrfs$/m.test(readFileSync("/proc/filesystems", "latin1")) ? null : "the kernel has no btrfs";
}

/** `parts`: sizes in MiB of the partitions that it is divided into. */
export function makeLoop({ parts = [] }: { parts?: readonly number[] } = {}): Loop {
  const folder = makeOwnedFolder("loop");
  const file = path.join(folder, "disk.img");
  writeFileSync(file, "");
  truncateSync(file, bytes);
  if (parts.length > 0)
    run("/usr/sbin/sfdisk", ["--quiet", "--label", "dos", file], parts.map((mib) => `size=${mib}MiB\n`).join(""));
  const device = run("/usr/sbin/losetup", ["--find", "--show", file]).trim();
  // Told one by one: not every kernel knows how to read the table by itself.
  if (parts.length > 0) run("/usr/bin/partx", ["--add", device]);
  return {
    id: path.basename(device),
    path: device,
    file,
    format(label, type = "ext4") {
      const [program, ...options] = makers[type];
      run(program, [...options, "-L", label, device]);
    },
    close() {
      if (parts.length > 0) run("/usr/bin/partx", ["--delete", device]);
      run("/usr/sbin/losetup", ["--detach", device]);
      rmSync(folder, { recursive: true });
    },
  };
}

const run = (program: string, args: readonly string[], input = "") =>
  execFileSync(program, args, { input, stdio: ["pipe", "pipe", "pipe"], encoding: "utf8" });
