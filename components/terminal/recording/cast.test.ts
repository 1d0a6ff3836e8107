import { expect, test } from "vitest";
import { createCast, eventsIn, sizeOf } from "./cast";

const header = `{"version":2,"width":80,"height":24}\n`;
const encode = (text: string) => new TextEncoder().encode(text);

function castOf(text: string, pieceLength = Infinity) {
  const cast = createCast();
  const bytes = encode(text);
  for (let at = 0; at < bytes.length; at += pieceLength) cast.add(bytes.subarray(at, at + pieceLength));
  return cast;
}

test("times are read without decoding, as decoding gives them, however the bytes are cut", () => {
  const lines = [`[0.25,"o","grüße 😀"]`, `[10.5, "o", "[99"]`, `[11,"r","100x30"]`, `[1e1,"o","odd"]`];
  for (const length of [1, 7, 1_000]) {
    const cast = castOf(`${header}${lines.join("\n")}\n[12.5,"o","cut`, length);
    expect([cast.size(), cast.end()]).toEqual([
      { cols: 80, rows: 24 },
      { ms: 11_000, shortMs: 2_750 },
    ]);
    expect(cast.pieces.flatMap(eventsIn)).toEqual([
      { ms: 250, shortMs: 250, code: "o", text: "grüße 😀" },
      { ms: 10_500, shortMs: 2_250, code: "o", text: "[99" },
      { ms: 11_000, shortMs: 2_750, code: "r", text: "100x30" },
      { ms: 11_000, shortMs: 2_750, code: "o", text: "odd" },
    ]);
  }
});

test("a long recording is kept in pieces, each with the time before it", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `[${index / 10},"o","line ${index}\\r\\n"]\n`);
  const cast = castOf(header + lines.join(""), 300_000);
  expect(cast.pieces.length).toBeGreaterThan(5);
  expect(Math.max(...cast.pieces.map(({ bytes }) => bytes.length))).toBeLessThan(70_000);
  const events = cast.pieces.flatMap(eventsIn);
  expect([events.length, events.at(-1)?.ms, cast.end().ms]).toEqual([20_000, 1_999_900, 1_999_900]);
});

test("what is no recording is refused, and what is broken inside is left out", () => {
  for (const text of ["nothing\n", `{"version":1,"width":80,"height":24}\n`, `{"version":2,"width":0,"height":24}\n`])
    expect(() => castOf(text)).toThrow(SyntaxError);
  const cast = castOf(`${header}{"a":1}\n[1,"o"]\n[null]\n\n[2,"o","b"]\n`);
  expect(cast.pieces.flatMap(eventsIn).map(({ text }) => text)).toEqual(["b"]);
  expect([sizeOf("100x30"), sizeOf("0x5"), sizeOf("x"), sizeOf("9999x9999")]).toEqual([
    { cols: 100, rows: 30 },
    null,
    null,
    null,
  ]);
});
