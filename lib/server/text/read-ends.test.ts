import { Readable } from "node:stream";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { readEnds } from "./read-ends";

const { endBytes } = limits.texts;
const sourceOf = (bytes: Buffer) => ({
  stat: { sizeBytes: bytes.length },
  stream: ({ start, end }: { start: number; end: number }) => Readable.from([bytes.subarray(start, end + 1)]),
});
const lines = Array.from({ length: 400_000 }, (_, index) => `${index} Größe 日本`);

test.each(["utf-8", "utf-16le", "utf-16be", "gb18030", "shift_jis"])(
  "the beginning and the end of a text in %s are whole lines",
  async (encoding) => {
    const bytes = iconv.encode(`${lines.join("\n")}\n`.replaceAll("ö", "o").replaceAll("ß", "ss"), encoding);
    const { text, cut, ...found } = await readEnds(sourceOf(bytes), encoding);
    expect(found).toEqual({ encoding, bom: false, guessed: false });
    const [first, ...others] = text.split("\n");
    expect([first, others.at(-2), others.at(-1)]).toEqual(["0 Grosse 日本", "399999 Grosse 日本", ""]);
    expect(text).not.toContain("\ufffd");
    const shown = text.split("\n").map((line) => Number(line.split(" ")[0]));
    expect([shown[cut.lines - 1], (shown[cut.lines] ?? 0) > cut.lines]).toEqual([cut.lines - 1, true]);
    expect(Math.abs(cut.bytes - (bytes.length - 2 * endBytes)) < 2).toBe(true);
  },
);

test("a mark and the encoding are found, one long line is cut where it is, bytes are no text", async () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.alloc(3 * endBytes, "é")]);
  const long = await readEnds(sourceOf(marked), undefined);
  expect(long).toMatchObject({ encoding: "utf-8", bom: true, cut: { lines: 1 } });
  expect(long.text.startsWith("éé")).toBe(true);
  expect(long.text.endsWith("é")).toBe(true);
  const bytes = Buffer.alloc(3 * endBytes, Uint8Array.from([0, 1, 2, 255]));
  await expect(readEnds(sourceOf(bytes), undefined)).rejects.toEqual(new AppError("file/not-text"));
});
