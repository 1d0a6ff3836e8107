import { describe, expect, it } from "vitest";
import { cutTextField } from "./cut-text-field";

const wanted = { name: "context", maxRestBytes: 4096 };

async function cut(json: string) {
  const { rest, text } = await cutTextField(Buffer.from(json), wanted);
  return { rest: rest.toString(), text: text === null ? null : [...text.pieces()].join("") };
}

describe("a long text of a JSON body", () => {
  it.each([
    [{ context: "a" }, '{"context":""}'],
    [{ context: "" }, '{"context":""}'],
    [{ path: "x", context: 'q"u\\o\\\\te\\"', bom: true }, '{"path":"x","context":"","bom":true}'],
    [{ o: { context: "inner", list: ["context", ":", ","] }, context: "outer" }, undefined],
    [{ list: [{ context: "inner" }], "context ": "other", context: "\u2028 é 🎉\u0000\n" }, undefined],
  ])("is what JSON.parse would have made: %j", async (body, rest) => {
    const json = JSON.stringify(body);
    const found = await cut(json);
    expect(found.text).toBe(body.context);
    expect(found.rest).toBe(rest ?? JSON.stringify({ ...body, context: "" }));
  });

  it.each([
    '{"other":"context"}',
    '{"other":{"context":"a"}}',
    '["context","a"]',
    '{"context":5}',
    '{"context":null,"b":"c"}',
    '{"context":"never ends',
    '{"conte\\u0078t":"a"}',
    "",
    '"context"',
  ])("is left where it is no text at the top: %s", async (json) => {
    expect(await cut(json)).toEqual({ rest: json, text: null });
  });

  it("counts the last of two", async () => {
    expect(await cut('{"context":"a","context":"b"}')).toEqual({ rest: '{"context":"a","context":""}', text: "b" });
  });

  it.each(['"a":"",', '"",', ",", "[", '"context":"a",', '"a":"b\\"c",'])(
    "is not looked for to the end of 3 MB of something else: %s",
    async (unit) => {
      const json = `{${unit.repeat(3_000_000 / unit.length)}"context":"a"}`;
      let hasOthersTurn = false;
      setImmediate(() => (hasOthersTurn = true));
      await expect(cut(json)).rejects.toThrow("request/too-large");
      expect(hasOthersTurn).toBe(false);
    },
  );

  it("is nothing where something else is too long", async () => {
    for (const json of [
      `{"a":"${"b".repeat(5000)}"}`,
      `{"context":"${"b".repeat(5000)}","context":""}`,
      "a".repeat(5000),
    ])
      await expect(cut(json)).rejects.toThrow("request/too-large");
  });

  it.each(['"\\x"', '"\\u12"', '"a\nb"', '"\\"'])("is refused where it is not JSON: %s", async (text) => {
    const found = await cutTextField(Buffer.from(`{"context":${text},"b":"c"}`), wanted);
    expect(() => JSON.parse(found.rest.toString()) && [...(found.text?.pieces() ?? [])]).toThrow(
      /request.invalid|JSON/,
    );
  });

  it.each([
    ["escapes of two", "\n"],
    ["escapes of six", "\u0001"],
    ["back strokes", "\\"],
    ["quotes", '"'],
    ["two bytes", "é"],
    ["three bytes", "日"],
    ["four bytes", "🎉"],
    ["a mixture", 'a\\"é\u0001日\n🎉\\\\'],
  ])("is never cut inside a character: %s", async (_, unit) => {
    for (const lead of ["", "x", "xx", "xxx", "xxxx", "xxxxx"]) {
      const context = lead + unit.repeat(Math.ceil(600_000 / (Buffer.byteLength(JSON.stringify(unit)) - 2)));
      const { text } = await cutTextField(Buffer.from(JSON.stringify({ context })), wanted);
      const pieces = [...(text?.pieces() ?? [])];
      expect(pieces.length).toBeGreaterThan(2);
      // Compared as a whole: a difference in half a megabyte is nothing to print.
      expect(pieces.join("") === context).toBe(true);
    }
  });
});
