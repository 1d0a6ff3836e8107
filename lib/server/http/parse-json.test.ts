import { expect, it } from "vitest";
import { parseJson } from "./parse-json";

const parse = (value: unknown) => parseJson(Buffer.from(JSON.stringify(value)));

it("takes the longest lists that are meant, whatever their texts hold", () => {
  const files = Array.from({ length: 10_000 }, (_, index) => `files/${index},[{"\\`);
  const each = Object.fromEntries(files.map((file) => [file, "skip"]));
  expect(parse({ files, each, conflict: "ask" })).toEqual({ files, each, conflict: "ask" });
});

it.each([
  ["objects", Array.from({ length: 30_000 }, () => ({}))],
  ["numbers", Array.from({ length: 30_000 }, () => 0)],
  ["lists", Array.from({ length: 30_000 }, () => [])],
])("refuses a multitude of %s before it is made: each holds everybody up", (_, junk) => {
  expect(() => parse({ junk })).toThrow("request/too-large");
});

it.each(["[]", "5", '"text', "{", '{"a":"\\"}'])("refuses %s", (body) => {
  expect(() => parseJson(Buffer.from(body))).toThrow("request/invalid");
});
