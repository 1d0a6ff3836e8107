import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { followPair, noPair, type Follow } from "./folder-pair";

const at = (path: string): VirtualPath | null => path as VirtualPath;
type Heard = { shown?: string | null; shell?: string | null; id?: string; ms?: number };

/** What follows from each change, begun with both in one folder. */
function walk(...steps: Heard[]): Follow[] {
  let heard = { terminalId: "t1", shown: at("r/a"), shell: at("r/a") };
  let { pair } = followPair(noPair, heard, 0);
  return steps.map(({ id, ms = 10_000, ...change }) => {
    heard = { ...heard, ...(change as Partial<typeof heard>), terminalId: id ?? heard.terminalId };
    const next = followPair(pair, heard, ms);
    ({ pair } = next);
    return next.follow;
  });
}

test("the shell follows the list, and what comes of it moves nobody", () => {
  expect(walk({ shown: "r/b" }, { shell: "r/b" }, { shown: "r/b" })).toEqual([{ shell: at("r/b") }, null, null]);
});

test("the list follows the shell, and what comes of it moves nobody", () => {
  expect(walk({ shell: "r/c" }, { shown: "r/c" }, { shell: "r/a" })).toEqual([
    { list: at("r/c") },
    null,
    { list: at("r/a") },
  ]);
});

test("a folder that is a link has another path in the shell, and stays as it is in the list", () => {
  expect(walk({ shown: "r/link" }, { shell: "r/real", ms: 10_200 }, { shell: "r/else", ms: 20_000 })).toEqual([
    { shell: at("r/link") },
    null,
    { list: at("r/else") },
  ]);
});

test("of two folders opened quickly the shell's way through the first moves nobody", () => {
  expect(
    walk({ shown: "r/b" }, { shown: "r/c", ms: 10_050 }, { shell: "r/b", ms: 10_100 }, { shell: "r/c", ms: 10_200 }),
  ).toEqual([{ shell: at("r/b") }, { shell: at("r/c") }, null, null]);
});

test("another terminal, a page without a folder and a shell elsewhere move nobody", () => {
  expect(
    walk(
      { id: "t2", shell: "r/z" },
      { shown: null },
      { shell: "r/y" },
      { shown: "r/a" },
      { shell: null },
      { shell: "r/y" },
      { shown: "r/b" },
    ),
  ).toEqual([null, null, null, null, null, null, { shell: at("r/b") }]);
});

test("a shell that has just begun moves nobody when it is heard of for the first time", () => {
  const begun = followPair(noPair, { terminalId: "t1", shown: at("r/a"), shell: null }, 0);
  const heard = followPair(begun.pair, { terminalId: "t1", shown: at("r/a"), shell: at("r/home") }, 10_000);
  expect(heard.follow).toBeNull();
  const moved = followPair(heard.pair, { terminalId: "t1", shown: at("r/a"), shell: at("r/b") }, 20_000);
  expect(moved.follow).toEqual({ list: at("r/b") });
});
