import { expect, test } from "vitest";
import { diffLines, withContext, type DiffRow } from "./diff-lines";

const words = (rows: readonly DiffRow[]) =>
  rows.map(({ kind, before, after }) =>
    kind === "same"
      ? `${before?.number}=${after?.number} ${before?.text}`
      : [
          before === null ? "" : `-${before.number} ${before.text}`,
          after === null ? "" : `+${after.number} ${after.text}`,
        ]
          .filter(Boolean)
          .join(" "),
  );

test.each([
  ["a\nb\nc\n", "a\nb\nc", ["1=1 a", "2=2 b", "3=3 c"]],
  ["a\nb\nc", "a\nx\nc", ["1=1 a", "-2 b +2 x", "3=3 c"]],
  ["a\nb", "a\nb\nc\nd", ["1=1 a", "2=2 b", "+3 c", "+4 d"]],
  ["", "a\n", ["+1 a"]],
  ["a\nb\n", "", ["-1 a", "-2 b"]],
  ["a\nb\nc\nd\ne", "a\nc\nx\ne", ["1=1 a", "-2 b", "3=2 c", "-4 d +3 x", "5=4 e"]],
  ["x\nx\ny", "x\ny\ny", ["1=1 x", "-2 x +2 y", "3=3 y"]],
  ["", "", []],
])("%j and %j", (before, after, rows) => expect(words(diffLines(before, after))).toEqual(rows));

test("both texts can be put together again from it", () => {
  const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let seed = 1; seed < 60; seed++) {
    const next = random(seed);
    const text = () => Array.from({ length: Math.floor(next() * 12) }, () => "abcd".charAt(next() * 4)).join("\n");
    const [before, after] = [text(), text()];
    const rows = diffLines(before, after);
    const side = (which: "before" | "after") => rows.flatMap((row) => row[which]?.text ?? []).join("\n");
    expect([side("before"), side("after")]).toEqual([before, after]);
    for (const which of ["before", "after"] as const)
      expect(rows.flatMap((row) => row[which]?.number ?? [])).toEqual(
        Array.from({ length: rows.filter((row) => row[which] !== null).length }, (_, at) => at + 1),
      );
  }
});

test("of large texts that have nothing in common each line is a change", () => {
  const lines = (mark: string) => Array.from({ length: 20_000 }, (_, at) => `${mark}${at}`).join("\n");
  expect(diffLines(lines("a"), lines("b"))).toHaveLength(20_000);
});

test("what is far from a change is left out", () => {
  const before = Array.from({ length: 20 }, (_, at) => `l${at}`);
  const rows = withContext(diffLines(before.join("\n"), before.toSpliced(10, 1, "new").join("\n")), 2);
  expect(rows.map((row) => (typeof row === "number" ? row : row.kind))).toEqual([
    8,
    "same",
    "same",
    "changed",
    "same",
    "same",
    7,
  ]);
});
