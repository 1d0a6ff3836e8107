import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { hasName, readNames } from "@/lib/server/storage/local/sys/read-names";
import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { queryOf } from "@/lib/server/storage/conformance/query-of";
import type { VirtualPath } from "@/lib/shared/paths";

// On the memory file system a name costs 20 bytes of its folder's size: these are read in pieces.
const count = 170_000;
let parent: string;
let fixture: LocalFixture;
let folder: string;

beforeAll(async () => {
  parent = mkdtempSync("/dev/shm/filedeck-huge-");
  fixture = await makeLocalFixture(parent);
  folder = path.join(fixture.root, "many");
  mkdirSync(folder);
  for (let index = 0; index < count; index++) closeSync(openSync(path.join(folder, `é-${index}`), "w"));
});
afterAll(async () => {
  await fixture.close();
  rmSync(parent, { recursive: true, force: true });
});

it("reads all names of a large folder, each once, and no more than are asked for", async () => {
  const fd = await sys.open(toFsPath(folder), openFlags.folderPlace);
  try {
    const names = await readNames(fd);
    expect(Array.isArray(names)).toBe(false);
    expect(names.length).toBe(count);
    const seen = new Set<string>();
    for (let from = 0; from < names.length; from += 1_000)
      for (const name of names.slice(from, from + 1_000)) seen.add(name);
    expect(seen).toEqual(new Set(readdirSync(folder, "latin1")));
    const few = await readNames(fd, { most: 5_000 });
    expect([few.length, few.slice(0, 10_000).length]).toEqual([5_000, 5_000]);
    expect(few.slice(0, 5_000)).toEqual(few.slice(0, 5_000).toSorted());
    expect([await hasName(fd, "é-7"), await hasName(fd, "É-7")]).toEqual([true, false]);
    await expect(readNames(fd, { signal: AbortSignal.abort() })).rejects.toThrow("request/cancelled");
  } finally {
    await sys.close(fd);
  }
});

it("lists, counts and searches it as any other", async () => {
  const listed = new Set<string>();
  for await (const page of fixture.storage.list("r/many" as VirtualPath)) for (const { name } of page) listed.add(name);
  expect(listed.size).toBe(count);
  expect(listed.has("é-169999")).toBe(true);
  expect((await fixture.storage.measure("r/many" as VirtualPath)).files).toBe(count);
  const hits: string[] = [];
  const searched = fixture.storage.search("r" as VirtualPath, queryOf("é-16999"), new AbortController().signal);
  for await (const batch of searched) hits.push(...batch.hits.map(({ entry }) => entry.name));
  expect(new Set(hits).size).toBe(11);
});
