import fs from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { idsUpwards, placeIdOf } from "./place-id";

async function makeDeep(levels: number) {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "filedeck-deep-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const place = `${base}/${Array.from({ length: levels }, () => "e").join("/")}`;
  fs.mkdirSync(place, { recursive: true });
  const fd = fs.openSync(place, "r");
  onTestFinished(() => fs.closeSync(fd));
  return { base, place, fd };
}

const cpuMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

test("what lies above a deep folder is all of it", async () => {
  const { place, fd } = await makeDeep(300);
  const above: string[] = [];
  for (let at = place; at !== "/"; at = path.dirname(at)) above.push(placeIdOf(fs.statSync(at)));
  expect(await idsUpwards(fd, place)).toEqual(above);
  fs.writeFileSync(`${place}/f`, "");
  const file = fs.openSync(`${place}/f`, "r");
  onTestFinished(() => fs.closeSync(file));
  expect(await idsUpwards(file, `${place}/f`)).toEqual([placeIdOf(fs.statSync(`${place}/f`)), ...above]);
  const opened = fs.readdirSync("/proc/self/fd").length;
  for (let time = 0; time < 20; time++) await idsUpwards(fd, place);
  expect(fs.readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(opened);
});

test("looking above a folder costs what its depth is, and others have their turn", async () => {
  const deep = await makeDeep(1_900);
  await idsUpwards(deep.fd, deep.place);
  let [longestMs, isOver] = [0, false];
  let before = cpuMs();
  const watch = () => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const began = cpuMs();
  await Promise.all(Array.from({ length: 20 }, () => idsUpwards(deep.fd, deep.place)));
  isOver = true;
  // All from the same folder, a single one takes 200 ms without a pause.
  expect(longestMs).toBeLessThan(100);
  expect((cpuMs() - began) / 20).toBeLessThan(60);
});

test("what was moved while it was looked at is not there", async () => {
  const { base, place, fd } = await makeDeep(600);
  const looking = idsUpwards(fd, place);
  fs.renameSync(`${base}/e/e`, `${base}/moved`);
  await expect(looking).rejects.toThrow("file/not-found");
});
