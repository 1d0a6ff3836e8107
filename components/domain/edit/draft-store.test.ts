import { describe, expect, it } from "vitest";
import { createDraftStore, maxDraftLength, maxDrafts, type Draft } from "./draft-store";

function memoryStorage(quota = Infinity) {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key), // says whether it was there
    setItem: (key: string, value: string) => {
      const used = [...items].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (used + value.length > quota) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
  };
}

const draft = (text: string, atMs = 1): Draft => ({
  text,
  etag: '"1"',
  encoding: "gbk",
  bom: false,
  eol: "crlf",
  atMs,
});

describe("createDraftStore", () => {
  it("keeps a text until it is dropped", () => {
    const drafts = createDraftStore(memoryStorage(), "u1");
    expect(drafts.put("files/a.txt", draft("hello"))).toBe(true);
    expect(drafts.read("files/a.txt")).toEqual(draft("hello"));
    drafts.drop("files/a.txt");
    expect(drafts.read("files/a.txt")).toBeNull();
  });

  it("does not show one user's text to another", () => {
    const storage = memoryStorage();
    createDraftStore(storage, "u1").put("files/a.txt", draft("secret"));
    expect(createDraftStore(storage, "u2").read("files/a.txt")).toBeNull();
  });

  it("drops the oldest when there are too many", () => {
    const storage = memoryStorage();
    const drafts = createDraftStore(storage, "u1");
    for (let count = 0; count <= maxDrafts; count++) drafts.put(`files/${count}`, draft("x", count));
    expect(storage.length).toBe(maxDrafts);
    expect([drafts.read("files/0"), drafts.read("files/1")?.text]).toEqual([null, "x"]);
  });

  it("makes room when the storage is full, and gives up when nothing is left to drop", () => {
    const drafts = createDraftStore(memoryStorage(1000), "u1");
    drafts.put("files/a", draft("a".repeat(500), 1));
    expect(drafts.put("files/b", draft("b".repeat(700), 2))).toBe(true);
    expect(drafts.read("files/a")).toBeNull();
    expect(drafts.put("files/c", draft("c".repeat(2000), 3))).toBe(false);
  });

  it("does not keep what is too large, nor an older state of it", () => {
    const drafts = createDraftStore(memoryStorage(), "u1");
    drafts.put("files/a", draft("small"));
    expect(drafts.put("files/a", draft("x".repeat(maxDraftLength + 1)))).toBe(false);
    expect(drafts.read("files/a")).toBeNull();
  });

  it.each(["", "null", "{}", '{"text":1}', "not json"])("ignores %j", (stored) => {
    const storage = memoryStorage();
    storage.items.set("filedeck.draft.u1:files/a", stored);
    expect(createDraftStore(storage, "u1").read("files/a")).toBeNull();
  });
});
