import { closeSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdDataDir } from "./hold-data-dir";

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-data-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

test("a data folder has one server at a time, and is free as soon as that is gone", async () => {
  const first = await holdDataDir(dir);
  await expect(holdDataDir(dir, 150)).rejects.toThrow(
    `FILEDECK_DATA: another server is using ${dir}; stop it first, or use another folder here`,
  );
  expect(readdirSync(dir)).toEqual(["server.lock"]);
  const second = holdDataDir(dir);
  closeSync(first ?? -1);
  const held = await second;
  expect(held).not.toBeNull();
  closeSync(held ?? -1);
});
