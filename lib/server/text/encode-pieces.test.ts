import { describe, expect, it } from "vitest";
import { encodePieces } from "./encode-pieces";
import { encodeText, type Eol } from "./text-encoding";

function encoded(
  pieces: readonly string[],
  encoding = "utf-8",
  { bom = false, eol }: { bom?: boolean; eol?: Eol } = {},
) {
  return Buffer.concat([...encodePieces(pieces, { encoding, bom, eol })]);
}

describe("a text in pieces", () => {
  it.each(["utf-8", "utf-16le", "utf-16be", "gb18030", "shift_jis", "windows-1252"])(
    "is one text in %s",
    (encoding) => {
      const pieces = ["one\r", "\ntwo\r", "three\n", "", "four"];
      for (const bom of [false, true])
        expect(encoded(pieces, encoding, { bom })).toEqual(encodeText(pieces.join(""), encoding, bom));
    },
  );

  it("keeps a line end and a character together that come in two", () => {
    expect(encoded(["a\r", "\nb\r", "c\n"], "utf-8", { eol: "crlf" }).toString()).toBe("a\r\nb\r\nc\r\n");
    expect(encoded(["a\r", "\n"], "utf-8", { eol: "lf" }).toString()).toBe("a\n");
    expect(encoded(["\ud83c", "\udf89"]).toString()).toBe("🎉");
  });

  it.each(["\n", "\r", "\r\n"])("keeps the bytes of lines that are odd, wherever a piece of it ends: %j", (end) => {
    const line = `${"x".repeat(996)}odd`;
    const odd = Buffer.from("ODD".padStart(line.length, "x"));
    const text = `${line}${end}`.repeat(300);
    const bytes = Buffer.concat([
      ...encodePieces([text], { encoding: "shift_jis", bom: false, odd: new Map([[line, [odd]]]) }),
    ]);
    expect(bytes.toString().split("ODD")).toHaveLength(301);
    expect(bytes.length).toBe(text.length);
  });

  it("refuses what the encoding cannot hold, wherever it stands", () => {
    expect(() => encoded(["a", "\ud83c"])).toThrow("file/encoding");
    expect(() => encoded(["\ud83c", "a"])).toThrow("file/encoding");
    expect(() => encoded(["a", "b", "日"], "windows-1252")).toThrow("file/encoding");
    expect(() => encoded([], "klingon")).toThrow("file/encoding");
  });

  it("of nothing is nothing, or a byte order mark", () => {
    expect(encoded([]).length).toBe(0);
    expect(encoded([], "utf-8", { bom: true })).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });
});
