import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test, type TestContext } from "vitest";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import { tryBind } from "@/lib/server/storage/conformance/mounts";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";

/** The folder `b` with a file, and `a` to copy it to. */
async function plant(skip: TestContext["skip"], binds: readonly (readonly [string, string])[], folders: string[] = []) {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  for (const folder of ["a", "b", ...folders]) mkdirSync(`${fixture.root}/${folder}`, { recursive: true });
  writeFileSync(`${fixture.root}/b/file`, "content");
  for (const [source, target] of binds) {
    const bound = tryBind(`${fixture.root}/${source}`, `${fixture.root}/${target}`);
    if ("reason" in bound) return skip(bound.reason);
    onTestFinished(() => bound.unmount());
  }
  return fixture;
}

const namesIn = ({ root }: LocalFixture, folder: string) => readdirSync(`${root}/${folder}`).sort();
const refused = (path: string) => ({ failures: [{ path, error: "file/into-itself" }], failureCount: 1 });

test("a folder that holds a bind mount of the target is copied without it", async ({ skip }) => {
  const fixture = await plant(skip, [["a", "b/c"]]);
  const copied = await fixture.storage.copy(at("b"), at("a"), treeOptions());
  expect(copied).toMatchObject({ files: 1, ...refused("r/b/c") });
  expect([namesIn(fixture, "a"), namesIn(fixture, "a/b")]).toEqual([["b"], ["file"]]);
});

test("so is one that holds a bind mount of a folder above the target", async ({ skip }) => {
  const fixture = await plant(skip, [["x", "b/c"]], ["x/a"]);
  writeFileSync(`${fixture.root}/x/other`, "other");
  const copied = await fixture.storage.copy(at("b"), at("x/a"), treeOptions());
  expect(copied).toMatchObject({ files: 2, ...refused("r/b/c/a") });
  expect(namesIn(fixture, "x/a/b/c")).toEqual(["other"]);
});

test("so is one that holds a bind mount of the folder that it is merged with", async ({ skip }) => {
  const fixture = await plant(skip, [["a/b", "b/c"]], ["a/b"]);
  const copied = await fixture.storage.copy(at("b"), at("a"), treeOptions("replace"));
  expect(copied).toMatchObject({ files: 1, ...refused("r/b/c") });
  expect(namesIn(fixture, "a/b")).toEqual(["file"]);
});

test("a folder does not go into a bind mount of itself", async ({ skip }) => {
  const fixture = await plant(skip, [["b", "bound"]]);
  await expect(fixture.storage.copy(at("b"), at("bound"), treeOptions())).rejects.toThrow("file/into-itself");
  expect(namesIn(fixture, "b")).toEqual(["file"]);
});

test("a move to another disk stops at a bind mount of its target", async ({ skip }) => {
  // Renaming does not go from one mount to another, so it is copied.
  const fixture = await plant(skip, [
    ["a", "disk"],
    ["a", "b/c"],
  ]);
  const moved = await fixture.storage.move(at("b"), at("disk"), treeOptions());
  expect(moved).toMatchObject({ files: 1, failureCount: 1 });
  expect([namesIn(fixture, "a"), namesIn(fixture, "a/b"), namesIn(fixture, "b")]).toEqual([["b"], ["file"], ["c"]]);
});
