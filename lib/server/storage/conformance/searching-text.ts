import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { FoundLine, SearchQuery } from "@/lib/server/storage/search";
import type { Storage } from "@/lib/server/storage/storage";
import { queryOf } from "./query-of";
import { at, bytesOf, outcomeOf, put, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

type FoundText = { path: string; lines: readonly FoundLine[]; hasMore: boolean };

export async function findText(storage: Storage, folder: string, query: SearchQuery): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for await (const { hits } of storage.searchText(at(folder), query, new AbortController().signal))
    for (const { path, lines, hasMoreLines } of hits)
      found.push({ path: path.slice(2), lines: lines ?? [], hasMore: hasMoreLines === true });
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

const pathsOf = (found: readonly FoundText[]) => found.map(({ path }) => path);

export function describeSearchingText(makeFixture: MakeFixture): void {
  describe("searching text", () => {
    const fixture = useFixture(makeFixture);

    test("finds lines and tells where, in whatever encoding they are", async () => {
      const { storage } = fixture();
      await storage.createFolder(at("d"));
      await put(storage, "d/a.txt", "first\n  Grüße, Needle and needle\r\nlast");
      await storage.write(at("d/wide.txt"), bytesOf(Buffer.from("\ufeffone\nzwei needle\n", "utf16le")), {
        conflict: "fail",
      });
      await storage.write(at("d/marked.txt"), bytesOf(Buffer.from("\ufeffneedle")), { conflict: "fail" });
      await put(storage, "d/long.js", `${"x".repeat(5_000)}needle${"y".repeat(5_000)}`);
      const found = await findText(storage, "", queryOf("needle"));
      expect(pathsOf(found)).toEqual(["d/a.txt", "d/long.js", "d/marked.txt", "d/wide.txt"]);
      expect(found[0]?.lines).toEqual([
        {
          line: 2,
          text: "  Grüße, Needle and needle",
          ranges: [
            [9, 15],
            [20, 26],
          ],
          isCutAtStart: false,
        },
      ]);
      const [long] = found[1]?.lines ?? [];
      expect(long?.isCutAtStart).toBe(true);
      expect(long?.text.length).toBeLessThan(500);
      expect(long?.ranges.map(([from, to]) => long.text.slice(from, to))).toEqual(["needle"]);
      expect(found[2]?.lines).toMatchObject([{ line: 1, text: "needle", ranges: [[0, 6]] }]);
      expect(found[3]?.lines).toMatchObject([{ line: 2, text: "zwei needle", ranges: [[5, 11]] }]);
    });

    test("finds text in UTF-16 without a byte order mark, and not what looks like it in other files", async () => {
      const { storage } = fixture();
      const text = "one\r\nzwei Needle, Müller\nneedles at the start\n";
      const plant = (name: string, bytes: Buffer) => storage.write(at(name), bytesOf(bytes), { conflict: "fail" });
      await plant("le.txt", iconv.encode(text, "utf-16le", { addBOM: false }));
      await plant("be.txt", iconv.encode(text, "utf-16be", { addBOM: false }));
      await plant(
        "binary",
        Buffer.concat([Buffer.alloc(500, 7), iconv.encode("\nneedle", "utf-16le"), Buffer.alloc(99)]),
      );
      const found = await findText(storage, "", queryOf("needle"));
      expect(pathsOf(found)).toEqual(["be.txt", "le.txt"]);
      for (const { lines } of found)
        expect(lines).toMatchObject([
          { line: 2, text: "zwei Needle, Müller", ranges: [[5, 11]], isCutAtStart: false },
          { line: 3, text: "needles at the start", ranges: [[0, 6]], isCutAtStart: false },
        ]);
      const linesOf = async (sought: string, more: Partial<SearchQuery>) =>
        (await findText(storage, "", queryOf(sought, more))).map(({ lines }) => lines.map(({ line }) => line));
      expect(await linesOf("needle", { mode: "all" })).toEqual([[2], [2]]);
      expect(await linesOf("needle", { mode: "start" })).toEqual([[3], [3]]);
      expect(await linesOf("Needle", { matchCase: true })).toEqual([[2], [2]]);
      expect(await linesOf("MÜLLER", {})).toEqual([[2], [2]]);
    });

    test("finds text in encodings of its region, where the file is written in it, and shows the line in it", async () => {
      const { storage } = fixture();
      const plant = (name: string, text: string, encoding: string) =>
        storage.write(at(name), bytesOf(iconv.encode(text, encoding)), { conflict: "fail" });
      const chinese = "第一行没有什么\n这里有中文文本可以找到\n第三行也没有什么内容\n";
      await plant("gbk.txt", chinese, "gbk");
      await plant("utf8.txt", chinese, "utf8");
      await plant("wide.txt", `\ufeff${chinese}`, "utf-16be");
      await plant("cyrillic.txt", "Первая строка\nЗдесь Проверка кодировки русского текста\n", "windows-1251");
      // The same bytes, in a file of another encoding.
      await plant(
        "other.txt",
        "äöü ÖÄÜ ".repeat(20) + iconv.decode(iconv.encode("中文", "gbk"), "latin1"),
        "windows-1252",
      );
      const paths = async (text: string, more: Partial<SearchQuery> = {}) =>
        pathsOf(await findText(storage, "", queryOf(text, more)));
      expect(await paths("中文")).toEqual(["gbk.txt", "utf8.txt", "wide.txt"]);
      const [gbk] = await findText(storage, "", queryOf("中文文本"));
      expect(gbk?.lines).toEqual([{ line: 2, text: "这里有中文文本可以找到", ranges: [[3, 7]], isCutAtStart: false }]);
      expect(await paths("проверка")).toEqual(["cyrillic.txt"]);
      expect(await paths("проверка", { matchCase: true })).toEqual([]);
      expect(await paths("здесь", { mode: "start" })).toEqual(["cyrillic.txt"]);
    });

    test("finds letters of Europe in texts in which they are few", async () => {
      const { storage } = fixture();
      const plant = (name: string, text: string) =>
        storage.write(at(name), bytesOf(iconv.encode(text, "windows-1252")), { conflict: "fail" });
      await plant("umlaut.txt", "first\nsecond\nthird ümlaut\n");
      await plant("child.txt", "el niño");
      const linesOf = async (text: string) =>
        (await findText(storage, "", queryOf(text))).map(({ path, lines }) => [
          path,
          lines.map(({ text: line }) => line),
        ]);
      expect(await linesOf("ümlaut")).toEqual([["umlaut.txt", ["third ümlaut"]]]);
      expect(await linesOf("NIÑO")).toEqual([["child.txt", ["el niño"]]]);
    });

    test("by mode, case, type, and up to a number of lines per file", async () => {
      const { storage } = fixture();
      await put(storage, "a.TXT", "foo.bar\nfoobar\nthe foo\n");
      await put(storage, "b.md", "Foo\ne\u0301t\u00e9\n");
      await put(storage, "many", "foo\n".repeat(50));
      const paths = async (text: string, more: Partial<SearchQuery> = {}) =>
        pathsOf(await findText(storage, "", queryOf(text, more)));
      expect(await paths("foo.b")).toEqual(["a.TXT"]);
      expect(await paths("foo.b", { mode: "regex" })).toEqual(["a.TXT"]);
      expect(await paths("Foo", { matchCase: true })).toEqual(["b.md"]);
      expect(await paths("ét")).toEqual(["b.md"]);
      expect(await paths("foo", { filter: { extensions: ["txt"] } })).toEqual(["a.TXT"]);
      expect(await paths("foo", { filter: { maxBytes: 20 } })).toEqual(["b.md"]);
      expect(await paths("foo", { filter: { kinds: ["folder"] } })).toEqual([]);
      expect(await paths("-e", { mode: "part" })).toEqual([]);
      const words = await findText(storage, "", queryOf("foo", { mode: "all" }));
      expect(words[0]?.lines.map(({ line }) => line)).toEqual([1, 3]);
      expect(words.at(-1)).toMatchObject({ path: "many", hasMore: true });
      expect(words.at(-1)?.lines).toHaveLength(20);
      const starts = await findText(storage, "", queryOf("foo", { mode: "start" }));
      expect(starts[0]?.lines.map(({ line }) => line)).toEqual([1, 2]);
      expect(await outcomeOf(findText(storage, "", queryOf("(", { mode: "regex" })))).toBe("search/pattern");
      expect(await outcomeOf(findText(storage, "", queryOf("")))).toBe("search/pattern");
    });

    test("names like options, with line breaks and of other bytes are nothing special", async () => {
      const { storage } = fixture();
      const names = ["--version", "a\nb:1:2", "caf\udce9", "c d", ".hidden"];
      for (const name of names) await put(storage, name, "needle");
      expect(pathsOf(await findText(storage, "", queryOf("needle")))).toEqual(names.toSorted());
      const shown = await findText(storage, "", queryOf("needle", { withHidden: false }));
      expect(pathsOf(shown)).not.toContain(".hidden");
    });

    test("without what .gitignore excludes, when wanted", async () => {
      const { storage } = fixture();
      for (const folder of [".git", "dist"]) await storage.createFolder(at(folder));
      for (const file of [".git/x", "dist/x", "kept.txt", "x.log"]) await put(storage, file, "needle");
      await put(storage, ".gitignore", "/dist/\n*.log\n");
      const paths = async (more: Partial<SearchQuery>) => pathsOf(await findText(storage, "", queryOf("needle", more)));
      expect(await paths({ withIgnoreRules: true })).toEqual(["kept.txt"]);
      expect(await paths({ withIgnoreRules: true, filter: { extensions: ["log", "txt"] } })).toEqual(["kept.txt"]);
      expect(await paths({})).toEqual([".git/x", "dist/x", "kept.txt", "x.log"]);
    });

    test("shows nothing of what the actor may not see", async () => {
      const { storage, limited, makeLink, outside } = fixture();
      for (const folder of ["a", "a/deny", "a/deny/in", "a/ro", "b", "way", "way/to"]) {
        await storage.createFolder(at(folder));
        await put(storage, `${folder}/f`, "needle secret");
      }
      await makeLink?.(`${outside?.path ?? ""}/secret`, "a/link-file");
      await makeLink?.(outside?.path ?? "", "a/link-folder");
      await makeLink?.("../b", "a/link-in");
      const actor = limited({ accessDirs: ["a", "way/to"], readOnlyDirs: ["a/ro"], denyDirs: ["a/deny"] });
      expect(pathsOf(await findText(actor, "", queryOf("secret")))).toEqual(["a/f", "a/ro/f", "way/to/f"]);
      expect(pathsOf(await findText(actor, "a/ro", queryOf("secret")))).toEqual(["a/ro/f"]);
      for (const folder of ["b", "a/deny", "a/deny/in"])
        expect(await outcomeOf(findText(actor, folder, queryOf("secret")))).toBe("file/not-found");
    });
  });
}
