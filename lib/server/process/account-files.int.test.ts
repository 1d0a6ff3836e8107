import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hostFiles } from "./account-files";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-account-files-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("what is moved to where something is stays, and so does that", async () => {
  const [from, to] = [path.join(dir, "from"), path.join(dir, "to")];
  writeFileSync(from, "mine");
  writeFileSync(to, "yours");
  expect(await hostFiles.move(from, to)).toBe(false);
  expect([readFileSync(from, "utf8"), readFileSync(to, "utf8")]).toEqual(["mine", "yours"]);
  for (const folder of ["a", "b"]) mkdirSync(path.join(dir, folder));
  expect(await hostFiles.move(path.join(dir, "a"), path.join(dir, "b"))).toBe(false);
  expect(await hostFiles.move(from, path.join(dir, "free"))).toBe(true);
  expect(existsSync(from)).toBe(false);
  await expect(hostFiles.move(to, path.join(dir, "nowhere", "to"))).rejects.toThrow("nowhere");
});

test("what a writer that was killed has left goes with the next write to its folder, and nothing else does", async () => {
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  const [left, fresh] = [".filedeck-AbCdEfGhIj12", ".filedeck-AbCdEfGhIj34"];
  const kept = [fresh, ".filedeck-removed", ".env", ".filedeck-AbCdEfGhIj123"];
  for (const name of [left, ...kept]) {
    writeFileSync(path.join(dir, name), "PASSWORD=1");
    if (name !== fresh) utimesSync(path.join(dir, name), hourAgo, hourAgo);
  }
  await hostFiles.write(path.join(dir, ".env"), "PASSWORD=2");
  expect(readdirSync(dir).toSorted()).toEqual(kept.toSorted());
  expect(readFileSync(path.join(dir, ".env"), "utf8")).toBe("PASSWORD=2");
});
