import fs from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { placeIdOf } from "@/lib/server/storage/local/sys/file-id";
import { idsUpwards } from "./place-id";

async function makeDeep(levels: number) {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "filedeck-deep-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const place = `${base}/${Array.from({ length: levels }, () => "e").join("/")}`;
  fs.mkdirSync(place, { recursive: true });
  const fd = fs.openSync(place, "r");
  onTestFinished(() => fs.closeSync(fd));
  return { base, place, fd };
}

/** Files and folders that this process holds open at or below a folder, without those of everybody else. */
function openBelow(folder: string): string[] {
  return fs
    .readdirSync("/proc/self/fd")
    .flatMap((fd) => {
      try {
        return [fs.readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return []; // closed meanwhile, as the one that lists them
      }
    })
    .filter((at) => at === folder || at.startsWith(`${folder}/`))
    .toSorted((a, b) => a.length - b.length);
}

test("what lies above a deep folder is all of it", async () => {
  const { base, place, fd } = await makeDeep(300);
  const above: string[] = [];
  for (let at = place; at !== "/"; at = path.dirname(at)) above.push(placeIdOf(fs.statSync(at)));
  expect(await idsUpwards(fd, place)).toEqual(above);
  fs.writeFileSync(`${place}/f`, "");
  const file = fs.openSync(`${place}/f`, "r");
  onTestFinished(() => fs.closeSync(file));
  expect(await idsUpwards(file, `${place}/f`)).toEqual([placeIdOf(fs.statSync(`${place}/f`)), ...above]);
  for (let time = 0; time < 20; time++) await idsUpwards(fd, place);
  expect(openBelow(base)).toEqual([place, `${place}/f`]);
});

test("while all that is above a deep folder is looked at, others have their turn", async () => {
  const deep = await makeDeep(1_900);
  await idsUpwards(deep.fd, deep.place);
  const { turns } = await countTurns(() =>
    Promise.all(Array.from({ length: 20 }, () => idsUpwards(deep.fd, deep.place))),
  );
  // Without a pause it would be one, or two. How long they are: bench/verdicts/turns.ts.
  expect(turns).toBeGreaterThan(5);
});

test("what was moved while it was looked at is not there", async () => {
  const { base, place, fd } = await makeDeep(600);
  const looking = idsUpwards(fd, place);
  fs.renameSync(`${base}/e/e`, `${base}/moved`);
  await expect(looking).rejects.toThrow("file/not-found");
});
