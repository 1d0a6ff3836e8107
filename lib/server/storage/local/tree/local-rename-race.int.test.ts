import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

/** Saves as editors do, by renaming a new file over the old one, as soon as the flag is up and the file has its first name yet. */
const editor = `
const { workerData: { flag, root } } = require("node:worker_threads");
const fs = require("node:fs");
const word = new Int32Array(flag);
for (let round = 1; round <= 300; round++) {
  fs.writeFileSync(root + "/new", "saved " + round);
  while (Atomics.load(word, 0) < round);
  for (let spin = 0; spin < (round % 50) * 400; spin++);
  fs.renameSync(root + "/new", root + "/a");
  Atomics.store(word, 1, round);
  Atomics.notify(word, 1);
}
`;

test("what an editor saves in the middle of a rename is not lost", async () => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  const flag = new SharedArrayBuffer(8);
  const word = new Int32Array(flag);
  const worker = new Worker(editor, { eval: true, workerData: { flag, root } });
  onTestFinished(async () => void (await worker.terminate()));
  let lost = 0;
  for (let round = 1; round <= 300; round++) {
    writeFileSync(`${root}/a`, "old");
    Atomics.store(word, 0, round);
    await storage.rename(at("a"), at("b"));
    if (Atomics.load(word, 1) < round) Atomics.wait(word, 1, round - 1, 10_000);
    const texts = ["a", "b"]
      .filter((name) => existsSync(`${root}/${name}`))
      .map((name) => readFileSync(`${root}/${name}`, "utf8"));
    if (!texts.includes(`saved ${round}`)) lost++;
    rmSync(`${root}/a`, { force: true });
    rmSync(`${root}/b`, { force: true });
  }
  expect(lost).toBe(0);
});
