import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryOf } from "@/lib/server/storage/conformance/query-of";
import { describeSearching, searchPaths } from "@/lib/server/storage/conformance/searching";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { pruneIndex } from "@/lib/server/storage/index-file";

const makeIndexed = () => makeLocalFixture(tmpdir(), { isIndexed: true });

describe("with an index", () => {
  describeSearching(makeIndexed);
});

describe("the index", () => {
  let fixture: LocalFixture;
  const host = (...parts: string[]) => path.join(fixture.root, ...parts);
  const find = (text: string) => searchPaths(fixture.storage, "", queryOf(text));
  const kept = () => {
    const db = new Database(fixture.indexFile);
    try {
      const rows = db.prepare("SELECT path FROM folder ORDER BY path").raw(true).all() as [string][]; // as selected
      return rows.map(([folder]) => folder.slice(fixture.root.length));
    } finally {
      db.close();
    }
  };
  /** A change within the same tick of the clock would leave the same times behind. */
  const touch = (folder: string) => utimesSync(host(folder), 1, Math.random() * 1e9);

  beforeEach(async () => {
    fixture = await makeIndexed();
    for (const folder of ["a/b", "c"]) mkdirSync(host(folder), { recursive: true });
    for (const file of ["a/x1", "a/b/x2", "c/x3"]) writeFileSync(host(file), "");
  });
  afterEach(() => fixture.close());

  test("keeps what was read, and what changed is seen at once", async () => {
    expect(await find("x")).toEqual(["a/b/x2", "a/x1", "c/x3"]);
    expect(kept()).toEqual(["", "/a", "/a/b", "/c"]);
    expect(await find("x")).toEqual(["a/b/x2", "a/x1", "c/x3"]);
    writeFileSync(host("c/x4"), "");
    rmSync(host("a/x1"));
    for (const folder of ["a", "c"]) touch(folder);
    expect(await find("x")).toEqual(["a/b/x2", "c/x3", "c/x4"]);
    expect(await find("x4")).toEqual(["c/x4"]);
    rmSync(host("a"), { recursive: true });
    touch("");
    expect(await find("")).toEqual(["c", "c/x3", "c/x4"]);
    expect(kept()).toEqual(["", "/c"]);
  });

  test("a file that vanished without a trace is not shown, nor a folder that a link took the place of", async () => {
    expect(await find("x")).toHaveLength(3);
    rmSync(host("a"), { recursive: true });
    symlinkSync(fixture.base, host("a"));
    expect(await find("secret")).toEqual([]);
    expect((await find("x")).filter((found) => found.startsWith("a/"))).toEqual([]);
  });

  test("one that cannot be read is made anew, and folders that are no longer wanted leave it", async () => {
    writeFileSync(fixture.indexFile, "not a database ".repeat(500));
    expect(await find("x3")).toEqual(["c/x3"]);
    expect(await find("x3")).toEqual(["c/x3"]);
    expect(kept()).toContain("/c");
    pruneIndex({ file: fixture.indexFile, folders: [host("a")] });
    expect(kept()).toEqual(["/a", "/a/b"]);
    pruneIndex({ file: fixture.indexFile, folders: [] });
    expect(existsSync(fixture.indexFile)).toBe(false);
  });
});
