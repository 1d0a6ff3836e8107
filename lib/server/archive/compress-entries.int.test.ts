import { execFileSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { defineTask } from "@/lib/server/group/define-task";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { makeTaskFixture, mayCopy, type TaskFixture } from "@/lib/server/task/task-fixture";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import type { EntryName } from "@/lib/shared/paths";
import { compressEntries } from "./compress-entries";

// A thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let tasks: TaskFixture;
let fixture: LocalFixture;
beforeAll(async () => {
  tasks = await makeTaskFixture();
  fixture = await makeLocalFixture();
  const [access] = mayCopy.auth_list;
  setTaskKinds([defineTask({ kind: "compress", access })]);
});
afterAll(async () => {
  await tasks.close();
  await fixture.close();
});

test.each([
  ["zip", 1],
  ["7z", 1],
  ["tar", 0],
] as const)("a %s that is made tells what it leaves out, and which names it changes", async (format, renamed) => {
  const folder = mkdtempSync(path.join(fixture.root, `odd-${format}-`));
  writeFileSync(path.join(folder, "plain"), "x");
  symlinkSync("plain", path.join(folder, "link"));
  execFileSync("mkfifo", [path.join(folder, "pipe")]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), "x");
  const input = {
    files: [at(path.basename(folder))],
    to: at(""),
    name: `${path.basename(folder)}.${format}` as EntryName,
    format,
    level: 1,
  };
  const { storage } = fixture;
  const { taskId } = await compressEntries(input, { ...tasks.ctx(), storage });
  expect(await tasks.ended(taskId)).toMatchObject({ state: "done", skipped: 2, facts: { leftOut: 2, renamed } });
});
