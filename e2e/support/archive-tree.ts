import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";

const gib = 1024 ** 3;
const regionBytes = 4_096;
/** What is written of the sparse files, by their names: where, each 4 KiB. */
const sparse: Readonly<Record<string, { sizeBytes: number; at: readonly number[] }>> = {
  "sparse-none": { sizeBytes: 1_000_000, at: [] },
  "sparse-1": { sizeBytes: 3_000_001, at: [1_048_576] },
  "sparse-5": { sizeBytes: 5_000_000, at: [0, 1, 2, 3, 4].map((number) => number * 1_048_576) },
  "sparse-100": { sizeBytes: 101 * 65_536, at: Array.from({ length: 100 }, (_, index) => index * 65_536) },
  "sparse-huge": { sizeBytes: 9 * gib, at: [0, 5 * gib] },
};

export type TreeWish = { sparse?: boolean; long?: boolean; bytes?: boolean; special?: boolean; old?: boolean };

/** A folder with what is hard for archives, for the tests: modes, times, names, holes, hard links. */
export function makeArchiveTree(dir: string, wish: TreeWish = {}): void {
  const at = (name: string) => path.join(dir, name);
  const put = (name: string, text: string | Buffer, mode = 0o644) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  put("plain.txt", "plain");
  put("nothing", "");
  put("key", "secret", 0o600);
  put("run.sh", "#!/bin/sh\n", 0o755);
  put("setuid", "program", 0o755);
  put("noise.bin", createHash("sha512").update("noise").digest().toString("hex").repeat(4_000));
  put("private/inner.txt", "inner", 0o640);
  put("sealed/inner.txt", "inner", 0o444);
  mkdirSync(at("box/empty"), { recursive: true });
  chmodSync(at("setuid"), 0o4755);
  if (wish.sparse !== false) for (const name of Object.keys(sparse)) putSparse(at(name), name);
  if (wish.long !== false) {
    put(`${"long-".repeat(25)}.txt`, "long name");
    put(`${"deep-folder-with-a-name/".repeat(13)}deep.txt`, "deep");
  }
  if (wish.bytes !== false) writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x78, 0xff])]), "bytes");
  if (wish.special !== false) {
    linkSync(at("plain.txt"), at("second name.txt"));
    symlinkSync("/etc/passwd", at("link"));
    execFileSync("mkfifo", [at("fifo")]);
  }
  put("usual time", "1");
  setTime(at("usual time"), 1_000_000_000);
  if (wish.old !== false) {
    for (const [name, seconds] of Object.entries({ "time 1960": -315_619_200, "time 2100": 4_102_444_800 })) {
      put(name, name);
      setTime(at(name), seconds);
    }
    put("time fraction", "1");
    setTime(at("time fraction"), -1.5);
  }
  setTime(at("box"), 1_000_000_000);
  chmodSync(at("private"), 0o700);
  chmodSync(at("sealed"), 0o500);
}

/** Node takes negative numbers for the time of now. */
function setTime(place: string, seconds: number): void {
  utimesSync(place, new Date(seconds * 1000), new Date(seconds * 1000));
}

function putSparse(place: string, name: string): void {
  const { sizeBytes, at } = sparse[name] ?? { sizeBytes: 0, at: [] };
  const fd = openSync(place, "w");
  ftruncateSync(fd, sizeBytes);
  for (const position of at)
    writeSync(fd, Buffer.alloc(regionBytes, `${name} at ${position};`), 0, regionBytes, position);
  closeSync(fd);
}

export type Seen = { kind: "file" | "folder"; mode: number; mtimeS: number; content: string; allocatedBytes: number };

/** What regular files and folders are below a folder, by path; names of any bytes as Latin-1. */
export function readTree(dir: string): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const name of readdirSync(dir, { recursive: true, encoding: "latin1" })) {
    const place = Buffer.from(`${dir}/${name}`, "latin1");
    const stats = lstatSync(place);
    if (!stats.isFile() && !stats.isDirectory()) continue;
    found.set(name, {
      kind: stats.isFile() ? "file" : "folder",
      mode: stats.mode & 0o7777,
      mtimeS: Math.floor(stats.mtimeMs / 1000),
      content: stats.isFile() ? contentOf(place, name, stats.size) : "",
      allocatedBytes: stats.blocks * 512,
    });
  }
  return found;
}

/** A hash with the size. Of a huge file that of what was written and what lies around it, as reading its holes takes seconds. */
function contentOf(place: Buffer, name: string, sizeBytes: number): string {
  const hash = createHash("sha256");
  const fd = openSync(place, "r");
  const read = (position: number, length: number) => {
    const bytes = Buffer.alloc(length);
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, length, position)));
  };
  const known = sparse[path.basename(name)];
  if (sizeBytes < gib) read(0, sizeBytes);
  else for (const position of known?.at ?? []) read(Math.max(0, position - regionBytes), 3 * regionBytes);
  closeSync(fd);
  return `${sizeBytes} ${hash.digest("hex")}`;
}
