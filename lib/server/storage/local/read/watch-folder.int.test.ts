import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { FolderChange } from "@/lib/server/storage/storage";

/** Viewers of one folder; what each has seen. */
async function watchedBy(count: number) {
  const fixture = await makeLocalFixture();
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    vi.restoreAllMocks();
    await fixture.close();
  });
  const folder = `${fixture.root}/d`;
  mkdirSync(folder);
  const seen = Array.from({ length: count }, () => new Set<string>());
  const changes: FolderChange[][] = seen.map(() => []);
  for (const [index, names] of seen.entries())
    await fixture.storage.watch(
      at("d"),
      (change) => {
        changes[index]?.push(change);
        if ("upsert" in change) for (const { name } of change.upsert) names.add(name);
        if ("removed" in change) for (const name of change.removed) names.delete(name);
      },
      abort.signal,
    );
  const write = (files: number) => {
    for (let index = 0; index < files; index++) writeFileSync(`${folder}/f${index}`, "x");
  };
  return { folder, seen, changes, write };
}

test("what changes is looked at once, however many look at the folder", async () => {
  const { folder, seen, write } = await watchedBy(30);
  const looks = [vi.spyOn(sys, "lstat"), vi.spyOn(sys, "lstatIfAny")]; // which go on to the disk
  write(200);
  await vi.waitFor(() => expect(seen.map(({ size }) => size)).toEqual(seen.map(() => 200)));
  rmSync(`${folder}/f7`);
  await vi.waitFor(() => expect(seen.every((names) => names.size === 199 && !names.has("f7"))).toBe(true));
  // A few bursts, and not one for each of them.
  expect(looks.flatMap(({ mock }) => mock.calls).length).toBeLessThan(2_000);
});

test("while much changes all the time, what comes is told together, and the last of it as well", async () => {
  const { folder, seen, changes, write } = await watchedBy(60);
  const beganMs = performance.now();
  while (performance.now() < beganMs + 1_500) {
    write(400);
    await new Promise(setImmediate);
  }
  writeFileSync(`${folder}/last`, "x");
  await vi.waitFor(() => expect(seen.every((names) => names.has("last"))).toBe(true));
  // Each would have had one every tenth of a second.
  const tenths = (performance.now() - beganMs) / 100;
  for (const told of changes) expect(told.length).toBeLessThan(0.8 * tenths);
});
