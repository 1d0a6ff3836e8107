import { expect, test } from "vitest";
import type { SearchLine } from "@/lib/contracts/search";
import { isAppError } from "@/lib/shared/errors";
import { noSearch, reduceSearch, type SearchAction } from "./search-state";

const hit = (path: string): SearchLine => ({
  type: "hit",
  path,
  entry: { name: path.split("/").at(-1) ?? "", kind: "file", size: 1, mtime: 0, mode: 0o644 },
  ranges: [],
});
const run = (...actions: SearchAction[]) => actions.reduce(reduceSearch, noSearch);
const paths = (...actions: SearchAction[]) => run(...actions).hits.map(({ path }) => path);

test("what was found before stays until the next search finds something or ends", () => {
  const first: SearchAction[] = [
    { type: "begin", key: "k" },
    { type: "lines", lines: [hit("r/a"), hit("r/b/a")] },
    { type: "end" },
  ];
  expect(paths(...first)).toEqual(["r/a", "r/b/a"]);
  expect(run(...first, { type: "begin", key: "k" })).toMatchObject({ phase: "running", isStale: true });
  expect(paths(...first, { type: "begin", key: "k" })).toEqual(["r/a", "r/b/a"]);
  const next = [...first, { type: "begin", key: "k" } as const];
  expect(paths(...next, { type: "lines", lines: [hit("r/c")] })).toEqual(["r/c"]);
  expect(paths(...next, { type: "lines", lines: [hit("r/c")] }, { type: "lines", lines: [hit("r/d")] })).toEqual([
    "r/c",
    "r/d",
  ]);
  expect(paths(...next, { type: "end" })).toEqual([]);
  expect(run(...first).rows.map(({ name }) => name)).toEqual(["r/a", "r/b/a"]);
});

test("an error that comes later ends it as well", () => {
  const state = run(
    { type: "begin", key: "k" },
    { type: "lines", lines: [{ type: "error", error: "search/pattern-slow", params: {} }] },
  );
  expect([state.phase, isAppError(state.error) && state.error.key]).toEqual(["failed", "search/pattern-slow"]);
});

test("what every object has by itself is no error that there are words for", () => {
  const state = run(
    { type: "begin", key: "k" },
    { type: "lines", lines: [{ type: "error", error: "constructor", params: {} }] },
  );
  expect(isAppError(state.error) && state.error.key).toBe("internal");
});
