import { expect, it } from "vitest";
import { parseBody, parseJson } from "./parse-json";

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

it("works on large bodies one after the other, each in a turn of its own", async () => {
  const body = Buffer.from(JSON.stringify({ text: "x".repeat(70_000) }));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const parsed = await Promise.all(Array.from({ length: 5 }, () => parseBody(body)));
  isDone = true;
  expect(parsed.map((one) => JSON.stringify(one).length)).toEqual(parsed.map(() => body.length));
  // Twice each: to be read, and to be checked.
  expect(turns).toBeGreaterThanOrEqual(9);
});
