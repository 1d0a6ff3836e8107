import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import type { ByteRange, Entry, WriteOptions } from "@/lib/server/storage/storage";
import { at, bytesOf, keptTime, listAll, listNames, outcomeOf, put, readText, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

export function describeFiles(makeFixture: MakeFixture): void {
  describe("files", () => {
    const fixture = useFixture(makeFixture);

    test("writes, reads, lists and stats a file", async () => {
      const { storage, truth } = fixture();
      const wanted = { conflict: "fail", mtimeMs: 1_234_567_890_123 } as const;
      const mtimeMs = keptTime(fixture(), wanted.mtimeMs);
      const written = await storage.write(at("a.txt"), bytesOf("he", "", "llo"), wanted);
      expect(written).toMatchObject({ path: "r/a.txt", sizeBytes: 5, mtimeMs });
      expect(await readText(storage, "a.txt")).toBe("hello");
      expect(await storage.stat(at("a.txt"))).toMatchObject({
        kind: "file",
        sizeBytes: 5,
        mtimeMs,
        etag: written.etag,
      });
      const [entry] = await listAll(storage, "");
      expect(entry).toMatchObject({ name: "a.txt", kind: "file", sizeBytes: 5, mtimeMs });
      expect(await storage.entry(at("a.txt"))).toEqual(entry);
      expect(await truth("")).toEqual(["a.txt"]);
    });

    test("reads small files of one folder, and nothing else in it", async () => {
      const { storage } = fixture();
      await storage.createFolder(at("box"));
      await storage.createFolder(at("box/sub"));
      await put(storage, "box/small", "hello");
      await put(storage, "box/empty", "");
      await put(storage, "box/large", "hello!");
      const reader = await storage.readFolder(at("box"));
      const read = async (...names: string[]) => {
        const files = await reader.read(
          names.map((name) => nameOf(at(name))),
          5,
        );
        return files.map((file) => (file === null ? null : [Buffer.from(file.bytes).toString(), file.sizeBytes]));
      };
      const wanted = [["hello", 5], ["", 0], null, null, null];
      expect(await read("small", "empty", "large", "sub", "missing")).toEqual(wanted);
      const last = read("small");
      await reader.close();
      expect(await last).toEqual([["hello", 5]]);
      expect(await outcomeOf(read("small"))).toBe("request/cancelled");
      expect(await outcomeOf(storage.readFolder(at("box/small")))).not.toBe("done");
    });

    test("refuses, replaces or renames on a clash", async () => {
      const { storage } = fixture();
      await put(storage, "a.txt", "old");
      expect(await outcomeOf(storage.write(at("a.txt"), bytesOf("x"), { conflict: "fail" }))).toBe("file/exists");
      expect(await readText(storage, "a.txt")).toBe("old");
      const renamed = await storage.write(at("a.txt"), bytesOf("two"), { conflict: "rename" });
      expect(renamed.path).toBe("r/a (2).txt");
      await storage.write(at("a.txt"), bytesOf("new"), { conflict: "replace", replaced: null });
      expect(await readText(storage, "a.txt")).toBe("new");
      expect(await readText(storage, "a (2).txt")).toBe("two");
    });

    test("a file that is sent again is taken for the one that is there; one byte or another time is a clash", async () => {
      const { storage, truth } = fixture();
      const mtimeMs = 1_234_567_890_123;
      const big = Buffer.alloc(300_000, "big");
      const first = await storage.write(at("a"), big, { conflict: "fail", mtimeMs });
      const again = { conflict: "fail", mtimeMs, takesSame: true } as const;
      const changed = Buffer.from(big);
      changed[299_999] = 0;
      const as = {
        bytes: (bytes: Buffer) => bytes,
        stream: (bytes: Buffer) => bytesOf(bytes.subarray(0, 7), bytes.subarray(7)),
      };
      for (const source of [as.bytes, as.stream]) {
        const answer = await storage.write(at("a"), source(big), again);
        const keptMs = keptTime(fixture(), mtimeMs);
        expect(answer).toMatchObject({
          path: "r/a",
          etag: first.etag,
          sizeBytes: 300_000,
          mtimeMs: keptMs,
          isNew: false,
        });
        const clash = (bytes: Buffer, options: WriteOptions = again) =>
          outcomeOf(storage.write(at("a"), source(bytes), options));
        expect(await clash(changed)).toBe("file/exists");
        expect(await clash(big.subarray(1))).toBe("file/exists");
        expect(await clash(Buffer.concat([big, big]))).toBe("file/exists");
        expect(await clash(big, { ...again, mtimeMs: mtimeMs + 5_000 })).toBe("file/exists");
        expect(await clash(big, { ...again, takesSame: false })).toBe("file/exists");
      }
      // The request before is still at it, though nobody listens any more.
      const [one, other] = await Promise.all([1, 2].map(() => storage.write(at("b"), as.stream(big), again)));
      expect(one?.etag).toBe(other?.etag);
      const broken = async function* broken() {
        yield big.subarray(0, 1_000);
        throw new Error("gone");
      };
      expect(await outcomeOf(storage.write(at("a"), broken(), again))).toBe("request/cancelled");
      expect(await truth("")).toEqual(["a", "b"]);
    });

    test("a file that is sent again to replace one or beside it is taken for the one that came, under whatever name", async () => {
      const { storage, truth } = fixture();
      const mtimeMs = 1_234_567_890_123;
      const again = { mtimeMs, takesSame: true } as const;
      await put(storage, "a", "another");
      const sent = await storage.write(at("a"), bytesOf("sent"), { conflict: "rename", mtimeMs });
      expect(await storage.write(at("a"), bytesOf("sent"), { conflict: "rename", ...again })).toEqual({
        ...sent,
        isNew: false,
      });
      const replaced = await storage.write(at("a"), bytesOf("sent"), { conflict: "replace", replaced: null, mtimeMs });
      const answer = await storage.write(at("a"), bytesOf("sent"), { conflict: "replace", replaced: null, ...again });
      expect([answer.etag, answer.path]).toEqual([replaced.etag, "r/a"]);
      // Not asked for, it is a second one; and another one is another.
      expect((await storage.write(at("a"), bytesOf("sent"), { conflict: "rename", mtimeMs })).path).toBe("r/a (3)");
      expect((await storage.write(at("a"), bytesOf("more"), { conflict: "rename", ...again })).path).toBe("r/a (4)");
      await storage.write(at("a"), bytesOf("next"), { conflict: "replace", replaced: null, ...again });
      expect(await readText(storage, "a")).toBe("next");
      expect(await truth("")).toEqual(["a", "a (2)", "a (3)", "a (4)"]);
    });

    test("a part is recorded before it is there, and without a record there is none", async () => {
      const { storage, truth } = fixture();
      const target = { name: nameOf(at("a")), conflict: "fail" } as const;
      const seen: string[][] = [];
      await storage.parts.create(at(""), target, async () => void seen.push(await truth("")));
      expect([seen, (await truth("")).length]).toEqual([[[]], 1]);
      const refused = storage.parts.create(at(""), target, () => Promise.reject(new AppError("file/disk-full")));
      expect([await outcomeOf(refused), (await truth("")).length]).toEqual(["file/disk-full", 1]);
    });

    test("gives each of many writers of one name a file of its own", async () => {
      const { storage } = fixture();
      const write = (text: string) => storage.write(at("a.txt"), bytesOf(text), { conflict: "rename" });
      const results = await Promise.all(Array.from({ length: 20 }, (_, index) => write(`${index}`)));
      expect(new Set(results.map(({ path }) => path)).size).toBe(20);
      expect(await listNames(storage, "")).toHaveLength(20);
    });

    test("refuses a save over a change that the writer has not seen", async () => {
      const { storage, truth } = fixture();
      const first = await storage.write(at("a"), bytesOf("one"), { conflict: "fail" });
      const save = (text: string) =>
        storage.write(at("a"), bytesOf(text), { conflict: "replace", replaced: null, ifMatch: first.etag });
      const second = await save("two");
      expect(second.etag).not.toBe(first.etag);
      await expect(save("three")).rejects.toMatchObject({ key: "file/changed", detail: { etag: second.etag } });
      expect(await readText(storage, "a")).toBe("two");
      await storage.remove(at("a"), { signal: new AbortController().signal });
      await expect(save("four")).rejects.toMatchObject({ key: "file/changed", detail: { etag: "" } });
      expect(await truth("")).toEqual([]);
    });

    test("lets one of many concurrent saves of the same version win", async () => {
      const { storage } = fixture();
      const { etag } = await storage.write(at("a"), bytesOf("one"), { conflict: "fail" });
      const save = (text: string) =>
        storage.write(at("a"), bytesOf(text), { conflict: "replace", replaced: null, ifMatch: etag });
      const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => outcomeOf(save(`${index}`))));
      expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "file/changed")).toHaveLength(9);
    });

    test.each(["replace", "fail"] as const)("leaves nothing of a broken upload (%s)", async (conflict) => {
      const { storage, truth } = fixture();
      await put(storage, "old.txt", "old");
      const path = at(conflict === "replace" ? "old.txt" : "new.txt");
      async function* broken() {
        yield Buffer.from("half");
        throw new Error("connection reset");
      }
      expect(await outcomeOf(storage.write(path, broken(), { conflict, replaced: null }))).toBe("request/cancelled");
      // What it knows of why is not lost.
      async function* knowing() {
        yield Buffer.from("half");
        throw new AppError("file/changed");
      }
      expect(await outcomeOf(storage.write(path, knowing(), { conflict, replaced: null }))).toBe("file/changed");
      const abort = new AbortController();
      async function* silent() {
        yield Buffer.from("half");
        setTimeout(() => abort.abort(), 10);
        await new Promise(() => {});
      }
      expect(await outcomeOf(storage.write(path, silent(), { conflict, replaced: null, signal: abort.signal }))).toBe(
        "request/cancelled",
      );
      const tooLong = storage.write(path, bytesOf("123", "456"), { conflict, replaced: null, maxBytes: 5 });
      expect(await outcomeOf(tooLong)).toBe("file/too-large");
      expect(await readText(storage, "old.txt")).toBe("old");
      expect(await truth("")).toEqual(["old.txt"]);
    });

    test("keeps the order of large and tiny chunks", async () => {
      const { storage } = fixture();
      const chunks = Array.from({ length: 3_000 }, (_, index) =>
        Buffer.alloc(index % 700 === 0 ? 700_000 : 3, index % 251),
      );
      await storage.write(at("a"), bytesOf(...chunks), { conflict: "fail" });
      const expected = Buffer.concat(chunks);
      const file = await storage.open(at("a"));
      const got: Buffer[] = [];
      for await (const chunk of file.stream()) got.push(chunk as Buffer); // a byte stream
      await file.close();
      expect(Buffer.concat(got).equals(expected)).toBe(true);
    });

    test("reads ranges, several at once", async () => {
      const { storage } = fixture();
      const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 253));
      await storage.write(at("a"), bytesOf(content), { conflict: "fail" });
      const file = await storage.open(at("a"));
      const read = async (range: ByteRange) => {
        const parts: Buffer[] = [];
        for await (const chunk of file.stream(range)) parts.push(chunk as Buffer); // a byte stream
        return Buffer.concat(parts);
      };
      const ranges = [
        { start: 0, end: 0 },
        { start: 10, end: 700_000 },
        { start: 999_999, end: 999_999 },
      ];
      const parts = await Promise.all(ranges.map(read));
      await file.close();
      expect(
        parts.map((part, index) => part.equals(content.subarray(ranges[index]?.start, (ranges[index]?.end ?? 0) + 1))),
      ).toEqual([true, true, true]);
    });

    test("opens an empty file, and no folder", async () => {
      const { storage } = fixture();
      await put(storage, "empty", "");
      await storage.createFolder(at("d"));
      expect(await readText(storage, "empty")).toBe("");
      expect(await outcomeOf(storage.open(at("d")))).toBe("file/not-file");
      expect(await outcomeOf(storage.write(at("d"), bytesOf("x"), { conflict: "replace", replaced: null }))).toBe(
        "file/not-file",
      );
      expect(await outcomeOf(storage.open(at("none")))).toBe("file/not-found");
      expect(await outcomeOf(listAll(storage, "empty"))).toBe("file/not-folder");
      expect(await outcomeOf(storage.write(at("none/x"), bytesOf("x"), { conflict: "fail" }))).toBe("file/not-found");
      expect(await outcomeOf(storage.createFolder(at("d")))).toBe("file/exists");
    });

    test("renames without replacing anything", async () => {
      const { storage } = fixture();
      await put(storage, "a", "A");
      await put(storage, "b", "B");
      await storage.createFolder(at("d"));
      await put(storage, "d/x", "X");
      await storage.createFolder(at("e"));
      expect(await outcomeOf(storage.rename(at("a"), at("b")))).toBe("file/exists");
      expect(await outcomeOf(storage.rename(at("a"), at("e")))).toBe("file/exists");
      expect(await outcomeOf(storage.rename(at("d"), at("e")))).toBe("file/exists");
      expect(await outcomeOf(storage.rename(at("d"), at("a")))).toBe("file/exists");
      expect(await outcomeOf(storage.rename(at("d"), at("d/inside")))).toBe("file/into-itself");
      expect(await outcomeOf(storage.rename(at("none"), at("c")))).toBe("file/not-found");
      await storage.rename(at("a"), at("A"));
      await storage.rename(at("d"), at("D"));
      await storage.rename(at("D"), at("D"));
      await storage.rename(at("D"), at("e/d"));
      expect(await listNames(storage, "")).toEqual(["A", "b", "e"]);
      expect(await readText(storage, "e/d/x")).toBe("X");
    });

    test("lists with the ETags that stat tells, and sets the time of the last change", async () => {
      const { storage } = fixture();
      await put(storage, "a");
      await storage.createFolder(at("b"));
      const { signal } = new AbortController();
      await storage.setAttributes(at("a"), { change: { mtimeMs: 1_500_000_000_000 }, recursive: false, signal });
      const entries: Entry[] = [];
      for await (const page of storage.list(at(""), signal, { withEtags: true })) entries.push(...page);
      const stat = await storage.stat(at("a"));
      expect(entries.map(({ name, etag }) => [name, etag])).toEqual([
        ["a", stat.etag],
        ["b", undefined],
      ]);
      expect([stat.mtimeMs, entries[0]?.mtimeMs]).toEqual([1_500_000_000_000, 1_500_000_000_000]);
    });
  });
}
