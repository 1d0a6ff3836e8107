import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { at, listAll, listNames, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import type { PlaceNews } from "@/lib/server/storage/known-places";
import { pinMounts } from "@/lib/server/storage/pin-mounts";
import type { Storage } from "@/lib/server/storage/storage";
import type { TrashPlace } from "@/lib/server/storage/trash-storage";

let fixture: LocalFixture;
let place: TrashPlace;
beforeEach(async () => {
  fixture = await makeLocalFixture();
  mkdirSync(`${fixture.root}/d`);
  writeFileSync(`${fixture.root}/secret.txt`, "deleted by mia");
  place = await discard(fixture.storage, "secret.txt");
});
afterEach(() => fixture.close());

async function discard(storage: Storage, path: string): Promise<TrashPlace> {
  const plan = await storage.trash.plan(at(path), { ownerId: "mia", id: "1" });
  await storage.trash.put(at(path), plan);
  return plan.place;
}

const host = (name: string) => `${fixture.root}/${name}`;
const collect = () => {
  const told: PlaceNews[] = [];
  fixture.known().onNews((one) => told.push(one));
  return told;
};

describe.each([false, true])("restarted between: %s", (isRestarted) => {
  test("a trash that a shell renames is nobody's folder, and gets its name back with all that is in it", async () => {
    renameSync(host(".filedeck-trash"), host("d/taken"));
    if (isRestarted) fixture.restart();
    const told = collect();
    for (const storage of [fixture.limited({ accessDirs: [""] }), fixture.storageOf(null)]) {
      for (const path of ["d/taken", "d/taken/mia", "d/taken/mia/1", "d/taken/mia/1/secret.txt"]) {
        expect([path, await outcomeOf(storage.open(at(path)))]).toEqual([path, "file/not-found"]);
        expect([path, await outcomeOf(listAll(storage, path))]).toEqual([path, "file/not-found"]);
        expect([path, await outcomeOf(storage.remove(at(path), treeOptions()))]).toEqual([path, "file/not-found"]);
        expect([path, await outcomeOf(storage.copy(at(path), at(""), treeOptions()))]).toEqual([
          path,
          "file/not-found",
        ]);
      }
      expect(await listNames(storage, "d")).toEqual([]);
    }
    await fixture.known().look(fixture.known().own());
    expect(readdirSync(fixture.root).sort()).toEqual([".filedeck-trash", "d"]);
    expect(told).toEqual([{ place: host(".filedeck-trash"), to: host("d/taken"), isOwn: true, isBack: true }]);
    expect(await fixture.storage.trash.find(place)).toBe("there");
    const to = { from: at("secret.txt"), toFolder: at(""), options: treeOptions() };
    expect(await fixture.storage.trash.restore(place, to)).toMatchObject({ path: "r/secret.txt" });
  });

  test("where another has its name by now it stays where it is, out of reach, and that is told once", async () => {
    renameSync(host(".filedeck-trash"), host("d/taken"));
    mkdirSync(host(".filedeck-trash"));
    chmodSync(host(".filedeck-trash"), 0o777);
    if (isRestarted) fixture.restart();
    const told = collect();
    const storage = fixture.storageOf(null);
    for (let round = 0; round < 3; round++) expect(await listNames(storage, "d")).toEqual([]);
    expect(await outcomeOf(storage.open(at("d/taken/mia/1/secret.txt")))).toBe("file/not-found");
    expect(await storage.remove(at("d"), treeOptions())).toMatchObject({ failureCount: 1 });
    expect(existsSync(host("d/taken/mia/1/secret.txt"))).toBe(true);
    expect(told).toEqual([{ place: host(".filedeck-trash"), to: host("d/taken"), isOwn: true, isBack: false }]);
  });
});

test("a link of a trash's name that somebody makes hides nothing of others", async () => {
  rmSync(host(".filedeck-trash"), { recursive: true });
  symlinkSync("d", host(".filedeck-trash"));
  writeFileSync(host("d/a"), "a");
  writeFileSync(host("d/b"), "b");
  await outcomeOf(discard(fixture.storage, "d/b"));
  expect(await listNames(fixture.storage, "d")).toContain("a");
});

test("a terminal has no trash in it", async () => {
  const mounts = await fixture.limited({ accessDirs: [""] }).mounts();
  expect(mounts).toEqual([
    { place: fixture.root, access: "write" },
    { place: host(".filedeck-trash"), access: "none", isOwn: true },
  ]);
  expect((await pinMounts(mounts)).map(({ isOwn }) => isOwn)).toEqual([undefined, true]);
});
