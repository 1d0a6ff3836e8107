import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { dressFolder } from "./dress-folder";
import { makeLocalFixture } from "./local-fixture";

const canTry = process.getuid?.() === 0 && existsSync("/usr/bin/setfacl");

test.skipIf(!canTry).each([
  ["a group", null, ["4242 2775", "4242 664"]],
  ["a group and an ACL", "u::rwx,g::r-x,g:4343:r-x,o::---", ["4242 2750", "4242 640"]],
] as const)("what comes from another storage has what its folder prescribes: %s", async (_, acl, expected) => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  const team = path.join(root, "team");
  mkdirSync(team);
  chownSync(team, 0, 4242);
  chmodSync(team, 0o2775);
  if (acl !== null) execFileSync("setfacl", ["-d", "-m", acl, team]);
  const folder = "r/team/in" as VirtualPath;
  await storage.createFolder(folder, { maxMode: 0o700 });
  await storage.write(`${folder}/a` as VirtualPath, Buffer.from("a"), { conflict: "fail", mode: 0o664 });
  await dressFolder(storage, folder, { entry: { mode: 0o775, mtimeMs: 1e12 }, hasModes: true });
  const seen = ["in", "in/a"].map((name) => statSync(path.join(team, name)));
  expect(seen.map(({ gid, mode }) => `${gid} ${(mode & 0o7777).toString(8)}`)).toEqual(expected);
  expect(seen[0]?.mtimeMs).toBe(1e12);
});
