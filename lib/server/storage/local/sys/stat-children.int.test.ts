import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { factsPerName, openStatChildren } from "./stat-children";

const dir = mkdtempSync(path.join(tmpdir(), "stat-children-"));
let fd = -1;
beforeAll(() => {
  fd = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY);
});
afterAll(() => {
  closeSync(fd);
  rmSync(dir, { recursive: true });
});

test("says of each name what lstat says: kinds, sizes beyond 4 GiB, times before 1970, names that are bytes", async () => {
  const bytes = Buffer.from("bad\xffname", "latin1");
  writeFileSync(path.join(dir, "small"), "four");
  writeFileSync(path.join(dir, "big"), "");
  truncateSync(path.join(dir, "big"), 6_000_000_001);
  writeFileSync(path.join(dir, "old"), "");
  utimesSync(path.join(dir, "old"), -86_400.5, -86_400.5);
  mkdirSync(path.join(dir, "folder"), { mode: 0o2750 });
  symlinkSync("nowhere", path.join(dir, "link"));
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), bytes]), "bytes");
  const names = ["small", "gone", "big", "old", "folder", "link", bytes.toString("latin1"), "x".repeat(2_000)];

  const statChildren = await openStatChildren();
  const facts = new Float64Array((names.length + 1) * factsPerName);
  statChildren(fd, names.slice(0, -1), facts, 1);

  const expected = names.slice(0, -1).flatMap((name) => {
    const stats = lstatSync(Buffer.from(`${dir}/${name}`, "latin1"), { throwIfNoEntry: false });
    return stats === undefined ? [-1, 0, 0] : [stats.mode, stats.size, stats.mtimeMs];
  });
  expect([...facts]).toEqual([0, 0, 0, ...expected, 0, 0, 0].slice(0, facts.length));
  expect(() => statChildren(fd, names.slice(-1), facts)).toThrow("ENAMETOOLONG");
});
