import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { treeProblem } from "@/lib/server/process/readable-tree-fixture";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

// Some twenty thousand steps on the disk.
vi.setConfig({ testTimeout: 60_000 });

const depth = 650;
const name = "nested";

async function fixtureFor(): Promise<LocalFixture> {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  return fixture;
}

/** Deeper than a path can be long, with a file in each folder. */
function makeDeep(top: string): void {
  const script = `
import os, sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for i in range(${depth}):
    os.mkdir("${name}"); open("f", "w").close(); os.chdir("${name}")
`;
  execFileSync("python3", ["-c", script, top]);
}

const countFiles = (top: string) => execFileSync("find", [top, "-type", "f", "-printf", "x"]).length;

test("a tree deeper than a path can be long is measured, copied, discarded, restored and deleted", async () => {
  const { base, storage, root } = await fixtureFor();
  const descriptors = () => openDescriptors(base);
  makeDeep(`${root}/deep`);
  // Opens what stays open: the lock of the list of unfinished files.
  await storage.write(at("first"), Buffer.from(""), { conflict: "fail" });
  const before = descriptors();
  expect(await storage.measure(at("deep"))).toEqual({ folders: depth, files: depth, bytes: 0 });
  await storage.createFolder(at("to"));
  expect(await storage.copy(at("deep"), at("to"), treeOptions())).toMatchObject({ files: depth, failureCount: 0 });
  expect(countFiles(`${root}/to/deep`)).toBe(depth);
  const plan = await storage.trash.plan(at("deep"), { ownerId: "me", id: "one" });
  await storage.trash.put(at("deep"), plan);
  const signal = new AbortController().signal;
  await storage.trash.restore(plan.place, {
    from: at("deep"),
    toFolder: at(""),
    options: { conflict: "fail", signal },
  });
  const again = await storage.trash.plan(at("deep"), { ownerId: "me", id: "two" });
  await storage.trash.put(at("deep"), again);
  expect(await storage.trash.purge(again.place, { signal })).toMatchObject({ files: depth, failureCount: 0 });
  expect(await storage.remove(at("to/deep"), treeOptions())).toMatchObject({ files: depth, failureCount: 0 });
  expect(existsSync(`${root}/to/deep`)).toBe(false);
  expect(descriptors()).toBe(before);
});

test("it is moved to another disk", async ({ skip }) => {
  const mount = tryTmpfs("64m");
  if ("reason" in mount) {
    console.warn(mount.reason);
    skip(mount.reason);
    return;
  }
  onTestFinished(() => mount.unmount());
  const { storageOf, root } = await fixtureFor();
  mkdirSync(`${root}/disk`);
  mount.run("mount", "--bind", mount.path, `${root}/disk`);
  onTestFinished(() => mount.unmount(`${root}/disk`));
  makeDeep(`${root}/deep`);
  const moved = await storageOf(null).move(at("deep"), at("disk"), treeOptions());
  expect(moved).toMatchObject({ files: depth, failureCount: 0 });
  expect(existsSync(`${root}/deep`)).toBe(false);
  expect(countFiles(`${mount.path}/deep`)).toBe(depth);
  execFileSync("rm", ["-rf", `${mount.path}/deep`]);
});

const asNobody = `
import { readdirSync } from "node:fs";
import { createLocalStorage } from "@/lib/server/storage/local/create-local-storage";
import { createKnownPlaces } from "@/lib/server/storage/local/known/known-places";
const known = createKnownPlaces("/dev/null/none");
const journal = { recordFolder: async () => {}, recordReservation: async () => {}, recordUnfinished: async () => {} };
const roots = [{ id: "r", note: "", place: process.argv[1], writable: true }];
const storage = createLocalStorage({ roots, scopes: null, protectedPaths: [], userId: null, hiddenDirs: [], journal, known });
const count = () => readdirSync("/proc/self/fd").length;
const [before, seen] = [count(), []];
const survey = { enter: () => ({}), leaf: () => {}, leave: () => {}, unreadable: () => seen.push(count()) };
void storage.survey("r", { context: {}, survey, signal: new AbortController().signal }).then(() =>
  console.log(JSON.stringify({ unreadable: seen.length, more: Math.max(...seen) - before })),
);
`;

test("folders that cannot be looked into are not held open", async ({ skip }) => {
  const problem = treeProblem();
  if (problem !== null) skip(problem);
  const { base, root } = await fixtureFor();
  chmodSync(base, 0o755);
  for (let index = 0; index < 300; index++) mkdirSync(`${root}/${index}`, { mode: 0o700 });
  const nobody = ["--reuid", "65534", "--clear-groups", process.execPath];
  const args = [...nobody, "--import", "tsx", "--input-type=module", "-e", asNobody, root];
  const { unreadable, more } = JSON.parse(execFileSync("setpriv", args, { encoding: "utf8" }));
  expect(unreadable).toBe(300);
  expect(more).toBeLessThan(20);
});
