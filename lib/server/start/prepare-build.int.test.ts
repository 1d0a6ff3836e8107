import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareBuild } from "./prepare-build";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-build-"));
  mkdirSync(path.join(dir, ".next"));
  writeFileSync(path.join(dir, ".next", "BUILD_ID"), "one");
  writeFileSync(path.join(dir, ".next", "routes-manifest.json"), "{}");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it("runs only what it made itself: nothing that others laid there or may change", async () => {
  const runDir = path.join(dir, await prepareBuild(dir, ""));
  expect(await prepareBuild(dir, "")).toBe(path.relative(dir, runDir));
  expect(readdirSync(runDir)).toContain("BUILD_ID");
  chmodSync(runDir, 0o777);
  await expect(prepareBuild(dir, "")).rejects.toThrow("others may change it");
  rmSync(runDir, { recursive: true });
  mkdirSync(path.join(dir, "elsewhere"));
  symlinkSync(path.join(dir, "elsewhere"), runDir);
  await expect(prepareBuild(dir, "")).rejects.toThrow("made by another user");
});

it("gives the server and its children no way to more rights in the image", () => {
  const start = (env: Record<string, string>) =>
    execFileSync("sh", ["docker/entrypoint", "grep", "NoNewPrivs", "/proc/self/status"], {
      env: { NODE_ENV: "test", PATH: process.env["PATH"], FILEDECK_DATA: path.join(dir, "data"), ...env },
      encoding: "utf8",
    });
  mkdirSync(path.join(dir, "data"));
  expect(start({})).toMatch(/:\s1$/m);
  chmodSync(dir, 0o755);
  if (process.getuid?.() === 0) expect(start({ PUID: "1000" })).toMatch(/:\s1$/m); // oxlint-disable-line vitest/no-conditional-expect -- only root may become another user
  expect(readFileSync("examples/compose.yaml", "utf8")).toContain("no-new-privileges:true");
});
