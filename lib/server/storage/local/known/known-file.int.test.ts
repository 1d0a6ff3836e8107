import { mkdirSync, readdirSync, watch } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { readKnown } from "./known-file";

const names = Array.from({ length: 300 }, (_, index) => `folder-${index}`);

test("however many places are met, their file is written once a second at most", async () => {
  const { base, root, storageOf, close } = await makeLocalFixture();
  onTestFinished(close);
  for (const name of names) mkdirSync(`${root}/${name}`);
  let written = 0;
  const watcher = watch(`${base}/data`, (_, name) => (written += name === "known-places.json" ? 1 : 0));
  onTestFinished(() => watcher.close());
  const beganMs = performance.now();
  await storageOf({ accessDirs: [""], denyDirs: names }).stat(at(""));
  const file = `${base}/data/known-places.json`;
  await expect.poll(() => readKnown(file).size).toBeGreaterThanOrEqual(names.length);
  await wait(100);
  const times = 1 + Math.floor((performance.now() - beganMs) / 1_000);
  // Each may be told of twice.
  expect(written).toBeLessThanOrEqual(2 * times);
  expect(readdirSync(`${base}/data`).filter((name) => name.startsWith("known-places"))).toEqual(["known-places.json"]);
});

test("what may be read alone is no place to be known where nothing may be written, and one inside is", async () => {
  const { root, storageOf, known, close } = await makeLocalFixture();
  onTestFinished(close);
  for (const name of names) mkdirSync(`${root}/${name}`);
  const count = () => known().numbers().ids.length;
  await storageOf(null).stat(at(""));
  const before = count();
  await storageOf({ readOnlyDirs: names }).stat(at("folder-0"));
  expect(count()).toBe(before);
  await storageOf({ accessDirs: [""], readOnlyDirs: ["folder-0"] }).stat(at("folder-0"));
  expect(count()).toBe(before + 1);
});
