import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import type { TreeWish } from "./archive-tree";

/** What a program writes, and what it cannot keep. Without `tree` it gets all of it. */
export type ToolArchive = {
  name: string;
  tool: string;
  /** Writes the archive `file` of what is in `dir`. */
  make: (dir: string, file: string) => void;
  tree?: TreeWish;
  /** Of the entries: whether the archive has their modes, times (to so many seconds), and those of folders. */
  keepsModes?: boolean;
  timeStepS?: number;
  keepsFolders?: boolean;
};

const run = (dir: string, command: string, ...args: string[]) =>
  void execFileSync(command, args, { cwd: dir, maxBuffer: 100_000_000, stdio: ["ignore", "ignore", "pipe"] });

const gnu = (name: string, tree: TreeWish, ...options: string[]): ToolArchive => ({
  name: `tar ${name}`,
  tool: "tar",
  tree,
  make: (dir, file) => run(dir, "tar", "-c", ...options, "-f", file, "."),
});
const bsd = (format: string, tree: TreeWish, more: Partial<ToolArchive> = {}): ToolArchive => ({
  name: `bsdtar ${format}`,
  tool: "bsdtar",
  tree,
  make: (dir, file) => run(dir, "bsdtar", "-c", `--format=${format}`, "-f", file, "."),
  ...more,
});
const python = (name: string, script: string, more: Partial<ToolArchive>): ToolArchive => ({
  name: `python ${name}`,
  tool: "python3",
  make: (dir, file) => run(dir, "python3", "-c", script, file),
  ...more,
});

const small: TreeWish = { sparse: false };
const plain: TreeWish = { sparse: false, long: false, bytes: false, special: false, old: false };
const zipTree: TreeWish = { sparse: false, bytes: false, special: false, old: false };
const zipped = { tree: zipTree, timeStepS: 2 };
/** Formats of before POSIX.1-2001 have no fractions of a second, and no time before 1970 but in GNU's. */
const v7Tree: TreeWish = { ...small, long: false, old: false };

export const toolArchives: readonly ToolArchive[] = [
  gnu("-S gnu", {}, "--format=gnu", "-S"),
  gnu("-S oldgnu", { long: false }, "--format=oldgnu", "-S"),
  gnu("-S pax 0.0", {}, "--format=pax", "-S", "--sparse-version=0.0"),
  gnu("-S pax 0.1", {}, "--format=pax", "-S", "--sparse-version=0.1"),
  gnu("-S pax 1.0", {}, "--format=pax", "-S", "--sparse-version=1.0"),
  gnu("-S pax 1.0 with attributes", {}, "--format=pax", "-S", "--xattrs", "--acls"),
  gnu("pax, one file system's names", small, "--format=pax", "--pax-option=globexthdr.name=x,comment:=all"),
  gnu("large ids", small, "--format=gnu", "--owner=big:4000000000", "--group=big:4000000000"),
  gnu("v7", v7Tree, "--format=v7", "--exclude=./fifo"),
  gnu("ustar", v7Tree, "--format=ustar"),
  gnu("incremental", small, "--format=gnu", "-G"),
  gnu("labelled", small, "--format=gnu", "-V", "a label"),
  gnu("hard links dereferenced", small, "--format=gnu", "--hard-dereference"),
  {
    name: "two tars, one behind the other",
    tool: "tar",
    tree: small,
    make: (dir, file) => {
      const list = "find . -mindepth 1 -maxdepth 1 -print0 | sort -z";
      run(dir, "sh", "-c", `${list} | head -zn 6 | tar -c --null -T - > "$1"`, "sh", file);
      run(dir, "sh", "-c", `${list} | tail -zn +7 | tar -c --null -T - >> "$1"`, "sh", file);
    },
  },
  {
    name: "tar with garbage behind it",
    tool: "tar",
    tree: small,
    make: (dir, file) => {
      run(dir, "tar", "-c", "-f", file, ".");
      run(dir, "sh", "-c", 'head -c 100001 /dev/urandom >> "$1"', "sh", file);
    },
  },
  bsd("pax", {}),
  bsd("gnutar", { ...small, old: false }),
  bsd("ustar", v7Tree),
  bsd("v7tar", v7Tree),
  bsd("zip", zipTree, { timeStepS: 2 }),
  bsd("7zip", zipTree),
  {
    name: "busybox tar",
    tool: "busybox",
    tree: { ...small, old: false },
    make: (dir, file) => run(dir, "busybox", "tar", "-c", "-f", file, "."),
  },
  ...(["ustar", "tar"] as const).map((format): ToolArchive => ({
    name: `pax ${format}`,
    tool: "pax",
    tree: v7Tree,
    // Its old format has no pipes, and pax takes that for a failure.
    make: (dir, file) => run(dir, "sh", "-c", 'find . ! -type p | pax -wd -x "$1" -f "$2"', "sh", format, file),
  })),
  {
    name: "git archive tar",
    tool: "git",
    tree: plain,
    keepsModes: false,
    keepsFolders: false,
    timeStepS: Infinity,
    make: (dir, file) => gitArchive(dir, file, "tar"),
  },
  {
    name: "git archive zip",
    tool: "git",
    tree: plain,
    keepsModes: false,
    keepsFolders: false,
    timeStepS: Infinity,
    make: (dir, file) => gitArchive(dir, file, "zip"),
  },
  { name: "zip", tool: "zip", ...zipped, make: (dir, file) => run(dir, "zip", "-qr", file, ".") },
  { name: "zip -fz", tool: "zip", ...zipped, make: (dir, file) => run(dir, "zip", "-qr", "-fz", file, ".") },
  {
    name: "zip to a pipe",
    tool: "zip",
    ...zipped,
    make: (dir, file) => run(dir, "sh", "-c", 'zip -qr - . | cat > "$1"', "sh", file),
  },
  { name: "7zz zip", tool: "7zz", ...zipped, make: (dir, file) => run(dir, "7zz", "a", "-tzip", file, ".") },
  { name: "7zz 7z", tool: "7zz", ...zipped, make: (dir, file) => run(dir, "7zz", "a", "-t7z", file, ".") },
  { name: "7zz tar", tool: "7zz", tree: zipTree, make: (dir, file) => run(dir, "7zz", "a", "-ttar", file, ".") },
  ...(["GNU", "PAX", "USTAR"] as const).map((format) =>
    python(
      `tarfile ${format}`,
      `import sys, tarfile\nwith tarfile.open(sys.argv[1], "w", format=tarfile.${format}_FORMAT) as t: t.add(".")`,
      {
        tree: format === "USTAR" ? v7Tree : small,
      },
    ),
  ),
  python("zipfile", "import sys, shutil\nshutil.make_archive(sys.argv[1][:-4], 'zip', '.')", zipped),
  {
    name: "jar",
    tool: "jar",
    tree: zipTree,
    keepsModes: false,
    timeStepS: 2,
    make: (dir, file) => run(dir, "jar", "-cMf", file, "."),
  },
];

function gitArchive(dir: string, file: string, format: string): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"];
  run(dir, "git", ...identity, "init", "-q");
  run(dir, "git", ...identity, "add", "-A");
  run(dir, "git", ...identity, "commit", "-qm", "all");
  run(dir, "git", "archive", `--format=${format}`, "-o", file, "HEAD");
  run(dir, "rm", "-rf", path.join(dir, ".git"));
}

export function hasTool(tool: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;
}
