import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { decodeText } from "@/lib/server/text/text-encoding";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { saveText } from "./save-text";

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  fs.writeFileSync(host("a"), "");
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const save = (encoding: string, pieces: readonly string[]) =>
  saveText({ path: at("a"), context: "", is_sys_path: false, encoding }, fixture.ctx, {
    pieces: () => pieces,
  });

/** As the body gives it: a piece of JSON is 256 KiB, so many characters. */
const pieces = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 87_000) }, (_, index) =>
    text.slice(index * 87_000, (index + 1) * 87_000),
  );

for (const [encoding, text] of [
  ["shift_jis", "\ue000".repeat(400_000)],
  ["shift_jis", "漢字漢字漢字漢字\ue000\n".repeat(39_000)],
  ["gb18030", "漢字😀\n".repeat(100_000)],
  ["euc-kr", "한글\n".repeat(100_000)],
  ["utf-16be", "漢字😀\n".repeat(100_000)],
] as const)
  test(`saving ${text.length} characters in ${encoding} lets others have their turn`, async () => {
    const parts = pieces(text);
    // The tables of an encoding are read once, which takes some 50 ms.
    await save(encoding, [text.slice(0, 1_000)]);
    for (const time of ["once", "and over the one before"]) {
      const { turns } = await countTurns(() => save(encoding, parts));
      // More than one for each piece of the body; how long they are: bench/verdicts/turns.ts.
      expect([time, turns > 10 * parts.length]).toEqual([time, true]);
    }
    expect(decodeText(fs.readFileSync(host("a")), encoding).text === text).toBe(true);
  });

test("lines that nobody touched keep their bytes, whatever else they could be written as", async () => {
  for (const [encoding, odd, usual] of [
    ["shift_jis", [0x87, 0x90], [0x81, 0xe0]],
    ["shift_jis", [0xfa, 0x5b], [0x81, 0xe6]],
    ["gb18030", [0xa3, 0xa0], [0xa1, 0xa1]],
    ["gbk", [0xa3, 0xa0], [0xa1, 0xa1]],
  ] as const) {
    const line = (...bytes: readonly (readonly number[] | string)[]) =>
      Buffer.concat(bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
    for (const eol of ["\n", "\r\n", "\r"]) {
      const before = [line("one"), line(odd, "two"), line(usual, "other"), line("three", odd), line(odd)];
      const joined = (lines: readonly Buffer[]) => Buffer.concat(lines.flatMap((one) => [one, Buffer.from(eol)]));
      fs.writeFileSync(host("a"), joined(before));
      const { text } = decodeText(joined(before), encoding);
      await save(encoding, [text]);
      expect(fs.readFileSync(host("a"))).toEqual(joined(before));
      // In pieces, with a line before, one in between and one changed.
      const changed = `new${eol}${text.replace(`three`, `in${eol}3`)}`;
      await save(encoding, changed.split(""));
      expect(fs.readFileSync(host("a"))).toEqual(
        joined([
          line("new"),
          line("one"),
          line(odd, "two"),
          line(usual, "other"),
          line("in"),
          line("3", usual),
          line(odd),
        ]),
      );
    }
  }
});
