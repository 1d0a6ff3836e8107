import { describe, expect, test } from "vitest";
import type { SearchHit, SearchQuery, SearchTotals } from "@/lib/server/storage/search";
import type { Storage } from "@/lib/server/storage/storage";
import { queryOf } from "./query-of";
import { at, bytesOf, outcomeOf, put, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

type Found = { hits: SearchHit[]; totals: SearchTotals | null };

export async function searchAll(storage: Storage, folder: string, query: SearchQuery): Promise<Found> {
  const found: Found = { hits: [], totals: null };
  for await (const { hits, totals } of storage.search(at(folder), query, new AbortController().signal)) {
    found.hits.push(...hits);
    found.totals = totals;
  }
  return found;
}

/** Paths of the hits without the root, sorted. */
export async function searchPaths(storage: Storage, folder: string, query: SearchQuery): Promise<string[]> {
  return (await searchAll(storage, folder, query)).hits.map(({ path }) => path.slice(2)).sort();
}

export function describeSearching(makeFixture: MakeFixture): void {
  describe("searching names", () => {
    const fixture = useFixture(makeFixture);

    async function plant(): Promise<Storage> {
      const { storage } = fixture();
      for (const folder of ["docs", "docs/old", "docs/old/deep", "src", ".cfg"]) await storage.createFolder(at(folder));
      await put(storage, "docs/Report.txt", "12345");
      await put(storage, "docs/old/report-2.PDF", "1");
      await put(storage, "docs/old/deep/re\u0301port.txt", "");
      await put(storage, "src/main.ts");
      await put(storage, ".cfg/report.ini");
      return storage;
    }

    test("by every mode, the nearest first", async () => {
      const storage = await plant();
      const { hits, totals } = await searchAll(storage, "", queryOf("REPORT"));
      expect(
        hits
          .map(({ path }) => path.slice(2))
          .slice(0, 2)
          .sort(),
      ).toEqual([".cfg/report.ini", "docs/Report.txt"]);
      expect(hits).toHaveLength(3);
      expect(totals).toMatchObject({ folders: 6, entries: 10, unreadableCount: 0, cut: null });
      const hit = hits.find(({ path }) => path === "r/docs/Report.txt");
      expect(hit).toMatchObject({ entry: { name: "Report.txt", kind: "file", sizeBytes: 5 }, ranges: [[0, 6]] });
      expect(await searchPaths(storage, "", queryOf("old", { mode: "all" }))).toEqual(["docs/old"]);
      expect(await searchPaths(storage, "", queryOf("mai", { mode: "start" }))).toEqual(["src/main.ts"]);
      expect(await searchPaths(storage, "", queryOf("*.t[sz]", { mode: "glob" }))).toEqual(["src/main.ts"]);
      expect(await searchPaths(storage, "docs", queryOf("**/deep/*.txt", { mode: "glob" }))).toEqual([
        "docs/old/deep/re\u0301port.txt",
      ]);
      expect(await searchPaths(storage, "", queryOf("^r.*\\d", { mode: "regex" }))).toEqual(["docs/old/report-2.PDF"]);
      expect(await searchPaths(storage, "", queryOf("réport"))).toEqual(["docs/old/deep/re\u0301port.txt"]);
      expect(await searchPaths(storage, "docs/old", queryOf("report", { matchCase: true }))).toEqual([
        "docs/old/report-2.PDF",
      ]);
      expect(await searchPaths(storage, "", queryOf("report", { withHidden: false }))).not.toContain(".cfg/report.ini");
    });

    test("by kind, extension, size and date", async () => {
      const storage = await plant();
      await storage.write(at("src/dated"), bytesOf("x"), { conflict: "fail", mtimeMs: 1_000_000 });
      const paths = (filter: SearchQuery["filter"]) => searchPaths(storage, "", queryOf("", { filter }));
      expect(await paths({ kinds: ["folder"] })).toEqual([".cfg", "docs", "docs/old", "docs/old/deep", "src"]);
      expect(await paths({ extensions: ["pdf", "ts"] })).toEqual(["docs/old/report-2.PDF", "src/main.ts"]);
      expect(await paths({ minBytes: 1, maxBytes: 5 })).toEqual([
        "docs/Report.txt",
        "docs/old/report-2.PDF",
        "src/dated",
      ]);
      expect(await paths({ changedToMs: 2_000_000 })).toEqual(["src/dated"]);
      expect(await paths({ changedFromMs: 500_000, changedToMs: 999_999 })).toEqual([]);
    });

    test("without what .gitignore excludes, when wanted", async () => {
      const { storage } = fixture();
      for (const folder of [".git", "dist", "lib", "lib/dist"]) await storage.createFolder(at(folder));
      for (const file of [".git/x", "dist/x", "lib/x", "lib/x.log", "lib/keep.log", "lib/dist/x", "X.log"])
        await put(storage, file);
      await put(storage, ".gitignore", "/dist/\n*.log\n");
      await put(storage, "lib/.gitignore", "!keep.log\n");
      const files = (withIgnoreRules: boolean) =>
        searchPaths(storage, "", queryOf("^[^.]", { mode: "regex", withIgnoreRules, filter: { kinds: ["file"] } }));
      expect(await files(true)).toEqual(
        ["X.log", "lib/dist/x", "lib/keep.log", "lib/x"].filter((path) => path !== "X.log"),
      );
      expect(await files(false)).toHaveLength(7);
    });

    test("ends at its limit and says so", async () => {
      const storage = await plant();
      const { hits, totals } = await searchAll(storage, "", queryOf("", { limit: 4 }));
      expect([hits.length, totals?.cut]).toEqual([4, "limit"]);
      const exact = await searchAll(storage, "docs/old", queryOf("", { limit: 3 }));
      expect([exact.hits.length, exact.totals?.cut]).toEqual([3, null]);
    });

    test("finds only what the actor may see, and nothing of what is out of reach", async () => {
      const { storage, limited, makeLink, outside } = fixture();
      for (const folder of ["a", "a/deny", "a/ro", "b", "way", "way/to", "way/off"])
        await storage.createFolder(at(folder));
      for (const folder of ["a", "a/deny", "a/ro", "b", "way/to", "way/off"]) await put(storage, `${folder}/x-file`);
      if (makeLink !== undefined && outside !== undefined) {
        await makeLink(outside.path, "a/x-out");
        await makeLink("../b", "a/x-b");
        await makeLink("ro", "a/x-ro");
      }
      const actor = limited({ accessDirs: ["a", "way/to"], readOnlyDirs: ["a/ro"], denyDirs: ["a/deny"] });
      const links = makeLink === undefined ? [] : ["a/x-b", "a/x-out", "a/x-ro"];
      expect(await searchPaths(actor, "", queryOf("x"))).toEqual(
        [...links, "a/ro/x-file", "a/x-file", "way/to/x-file"].sort(),
      );
      expect(await searchPaths(actor, "", queryOf("", { filter: { kinds: ["folder"] } }))).toEqual([
        "a",
        "a/ro",
        "way",
        "way/to",
      ]);
      // Nor how much lies beside it: a, way, what is in a, way/to and what is in that.
      const { totals } = await searchAll(actor, "", queryOf("x"));
      expect(totals?.entries).toBe(7 + links.length);
      const { hits } = await searchAll(actor, "a", queryOf("x-", { filter: { kinds: ["link"] } }));
      const leads = { "x-out": "outside", "x-b": "outside", "x-ro": "folder" };
      expect(Object.fromEntries(hits.map(({ entry }) => [entry.name, entry.link?.leadsTo]))).toEqual(
        makeLink === undefined ? {} : leads,
      );
      expect(await outcomeOf(searchAll(actor, "b", queryOf("")))).toBe("file/not-found");
      expect(await outcomeOf(searchAll(actor, "a/deny", queryOf("")))).toBe("file/not-found");
      expect(await outcomeOf(searchAll(actor, "none", queryOf("")))).toBe("file/not-found");
      expect(await outcomeOf(searchAll(actor, "a/x-file", queryOf("")))).toBe("file/not-folder");
    });

    test("a broken expression is refused, and none takes for ever", async () => {
      const { storage } = fixture();
      await put(storage, `${"a".repeat(60)}!`);
      expect(await outcomeOf(searchAll(storage, "", queryOf("(", { mode: "regex" })))).toBe("search/pattern");
      const beganMs = performance.now();
      for (const text of ["^(a+)+$", "(a*)*b", "(a|aa)+$", "(.*a){12}$"])
        expect(await searchPaths(storage, "", queryOf(text, { mode: "regex" }))).toEqual([]);
      expect(performance.now() - beganMs).toBeLessThan(2_000);
      for (const text of [String.raw`(a)\1`, "(?=a)", "(?<!a)b"])
        expect(await outcomeOf(searchAll(storage, "", queryOf(text, { mode: "regex" })))).toBe(
          "search/pattern-unsupported",
        );
      expect(await outcomeOf(searchAll(storage, "", queryOf("(a{1000}){1000}", { mode: "regex" })))).toBe(
        "search/pattern-large",
      );
      expect(await searchPaths(storage, "", queryOf("a"))).toHaveLength(1);
    });

    test("what a .gitignore says costs no more either", async () => {
      const { storage } = fixture();
      const name = "a".repeat(200);
      await put(storage, name);
      await put(storage, ".gitignore", `${"*a".repeat(60)}b\n`.repeat(20));
      const beganMs = performance.now();
      expect(await searchPaths(storage, "", queryOf("aa", { withIgnoreRules: true }))).toEqual([name]);
      expect(performance.now() - beganMs).toBeLessThan(2_000);
    });

    test("ends when nobody waits for it any more", async () => {
      const storage = await plant();
      const abort = new AbortController();
      const run = async () => {
        for await (const batch of storage.search(at(""), queryOf(""), abort.signal)) {
          expect(batch.totals.cut).toBeNull();
          abort.abort();
        }
      };
      expect(await outcomeOf(run())).toBe("request/cancelled");
      expect(await searchPaths(storage, "", queryOf("main"))).toEqual(["src/main.ts"]);
    });
  });
}
