import { closeSync, openSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

const bytes = new TextEncoder().encode("x");
const { signal } = new AbortController();
/** What this disk makes of a time that it cannot keep. */
function kept(timeMs: number): number {
  const file = path.join(fixture.root, "probe");
  closeSync(openSync(file, "w"));
  utimesSync(file, new Date(timeMs), new Date(timeMs));
  return statSync(file).mtimeMs;
}

test.each([
  ["Windows' zero date", -11_644_473_600_000],
  ["1960", -315_619_200_000],
  ["a half second before 1970", -500],
  ["1970", 0],
  ["behind 2038", 2_147_483_648_000],
  ["behind 2106", 4_294_967_296_000],
  ["9999", 253_402_300_799_000],
])("%s is set by each way in, or the nearest that the disk has", async (name, mtimeMs) => {
  const { storage, root } = fixture;
  const wanted = kept(mtimeMs);
  const timeOf = (one: string) => statSync(path.join(root, one)).mtimeMs;
  const at = (one: string) => `r/${one}` as VirtualPath; // plain words
  const written = await storage.write(at(`${name} written`), bytes, { conflict: "fail", mtimeMs });
  writeFileSync(path.join(root, `${name} set`), "x");
  await storage.setAttributes(at(`${name} set`), { change: { mtimeMs }, recursive: false, signal });
  const target = { name: `${name} part` as EntryName, conflict: "fail", mtimeMs } as const; // as above
  const part = {
    folder: "r" as VirtualPath,
    ...(await storage.parts.create("r" as VirtualPath, target, async () => {})),
  };
  await storage.parts.append(part, one(), { offset: 0, maxBytes: 1, signal });
  await storage.parts.seal(part, target);
  const placed = await storage.parts.place(part, target, { replaced: null });
  expect([written.mtimeMs, placed.mtimeMs]).toEqual([wanted, wanted]);
  expect([`${name} written`, `${name} set`, `${name} part`].map(timeOf)).toEqual([wanted, wanted, wanted]);
  // What is sent again is known again.
  const again = await storage.write(at(`${name} written`), bytes, { conflict: "fail", mtimeMs, takesSame: true });
  expect([again.isNew, again.path]).toEqual([false, at(`${name} written`)]);
});

test("what takes a file's place again and again with one time and length never has an ETag of before", async () => {
  const { storage } = fixture;
  const path = "r/again" as VirtualPath;
  const mtimeMs = 1_700_000_000_000;
  const write = async (text: string) =>
    storage.write(path, new TextEncoder().encode(text), { conflict: "replace", mtimeMs, replaced: null });
  const etags = new Set<string>();
  for (let index = 0; index < 20; index++) {
    const { etag, mtimeMs: kept } = await write(String.fromCodePoint(97 + index));
    etags.add(etag);
    expect(kept).toBe(mtimeMs);
    expect((await storage.stat(path)).mtimeMs).toBe(mtimeMs);
  }
  expect(etags.size).toBe(20);
});

async function* one() {
  yield bytes;
}
