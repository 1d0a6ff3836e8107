import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { at, outcomeOf } from "@/lib/server/storage/conformance/support";
import { maxPathLevels } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";
import { createParents } from "./create-parents";

const below = (levels: number) => Array.from({ length: levels }, () => "e").join("/");

test("folders in each other are made up to a depth, and none of them beyond it", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  expect(await outcomeOf(createParents(storage, at(below(maxPathLevels))))).toBe("file/too-deep");
  expect(readdirSync(root)).toEqual([]);
  await createParents(storage, at(below(maxPathLevels - 1)));
  expect(existsSync(`${root}/${below(maxPathLevels - 1)}`)).toBe(true);
});

test("what is there already is taken as it is, however deep it lies", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  mkdirSync(`${root}/${below(400)}`, { recursive: true });
  await createParents(storage, at(below(400)));
  mkdirSync(`${root}/a`);
  await createParents(storage, at("a/b"));
  await createParents(storage, at("a/b/c/d/e/f"));
  expect(readdirSync(root, { recursive: true }).filter((name) => String(name).startsWith("a"))).toHaveLength(6);
});

test("few questions find what is missing", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  mkdirSync(`${root}/${below(100)}`, { recursive: true });
  let asked = 0;
  const stat: Storage["stat"] = (path) => {
    asked++;
    return storage.stat(path);
  };
  const counting = { ...storage, stat };
  await createParents(counting, at(below(200)));
  expect(asked).toBeLessThan(12);
});
