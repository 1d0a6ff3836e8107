// Moves 2,000 small files between disks, beside mv: node --import tsx bench/move.ts   (needs root for the tmpfs)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openStorage } from "../lib/server/storage/open-storage";
import { parseVirtualPath, type VirtualPath } from "../lib/shared/paths";
import { median } from "./support/measure";
import { atMost, report } from "./support/report";

const files = 2_000;
const runs = 5;
const work = mkdtempSync("/var/tmp/filedeck-bench-");
const [memory, disk] = [path.join(work, "memory"), path.join(work, "disk")];
for (const folder of [memory, disk]) mkdirSync(folder);
execFileSync("mount", ["-t", "tmpfs", "-o", "size=256m", "none", memory]);
const makeStorage = await openStorage({
  journalFile: path.join(work, "journal"),
  hiddenDirs: [],
  searchIndex: () => null,
});
const storage = makeStorage({
  roots: [{ id: "r", note: "", place: work, writable: true }],
  scopes: null,
  protectedPaths: [],
  asker: null,
});

function at(text: string): VirtualPath {
  const found = parseVirtualPath(text);
  if (found === null) throw new Error(text);
  return found;
}

function fill(folder: string): void {
  for (const sub of ["", "a", "b", "c", "d"]) mkdirSync(path.join(folder, sub), { recursive: true });
  for (let index = 0; index < files; index++)
    writeFileSync(path.join(folder, ["a", "b", "c", "d"][index % 4] ?? "a", `${index}.txt`), "x".repeat(4_096));
  execFileSync("sync", ["--file-system", folder]);
}

async function timed(work: () => unknown): Promise<number> {
  const begunMs = performance.now();
  await work();
  return (performance.now() - begunMs) / 1_000;
}

try {
  for (const [from, to] of [
    ["memory", "disk"],
    ["disk", "memory"],
  ] as const) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = 0; run < runs; run++) {
      const source = path.join(work, from, "t");
      const target = path.join(work, to, "t");
      fill(source);
      theirs.push(await timed(() => execFileSync("mv", [source, path.join(work, to)])));
      rmSync(target, { recursive: true });
      fill(source);
      const options = { conflict: "fail", signal: new AbortController().signal } as const;
      ours.push(await timed(() => storage.move(at(`r/${from}/t`), at(`r/${to}`), options)));
      rmSync(target, { recursive: true });
    }
    const [own, mv] = [median(ours), median(theirs)];
    report(
      `move ${files} files of 4 KiB, ${from} to ${to}`,
      `${own.toFixed(2)} s, mv ${mv.toFixed(2)} s: ${(own / mv).toFixed(1)} x`,
      atMost(own / mv, 2, " x"),
    );
  }
} finally {
  execFileSync("umount", [memory]);
  rmSync(work, { recursive: true });
}
