import { expect, it } from "vitest";
import { describeTargets } from "./describe-target";

const of = (input: unknown, more: object = {}) =>
  describeTargets({ told: null, input, isNamed: true, isDone: true, room: Infinity, ...more });

it("gives each of many things a line of its own", () => {
  const files = [...Array.from({ length: 20 }, (_, at) => `demo/junk${at}`), "demo/victim.txt"];
  expect(of({ files, permanent: true })).toEqual(files);
  expect(of({ urls: ["https://mia:secret@a.example/x", "https://b.example/y"], to: "demo" })).toEqual([
    "https://a.example/x → demo",
    "https://b.example/y → demo",
  ]);
  expect(of({ ids: ["a"] }, { told: ["demo/a", "demo/b"] })).toEqual(["demo/a", "demo/b"]);
  expect(of({ ids: ["a"] }, { told: [] })).toEqual([""]);
});

it("tells each of ten thousand in some hundred lines, and of refused ones how many there were", () => {
  const files = Array.from({ length: 10_000 }, (_, at) => `demo/${"x".repeat(200)}/${at}.txt`);
  const lines = of({ files, to: `demo/${"y".repeat(2_000)}/target` });
  expect(lines.length).toBeLessThanOrEqual(501);
  expect(lines.every((line) => line.length <= 1_024 && line.endsWith("/target"))).toBe(true);
  expect(lines.some((line) => line.includes("/9999.txt"))).toBe(true);
  const refused = of({ files }, { isDone: false });
  expect([refused.length, /^…\(9\d{3}\)$/.test(refused.at(-1) ?? "")]).toEqual([11, true]);
});

it("packs what is done to many into the lines that are left: thirty to a line, and of the rest the number", () => {
  const files = Array.from({ length: 10_000 }, (_, at) => `demo/${at}.txt`);
  const [line = "", rest, ...none] = of({ files }, { room: 1 });
  expect([line.split(", ").length >= 30, /^…\(9\d{3}\)$/.test(rest ?? ""), none]).toEqual([true, true, []]);
  const few = [...Array.from({ length: 29 }, (_, at) => `demo/${"x".repeat(200)}${at}`), "demo/victim.txt"];
  expect(of({ files: few }, { room: 1 })).toEqual([expect.stringMatching(/demo\/victim\.txt$/)]);
  expect(of({ files: few, to: "demo/to" }, { room: 1 })).toEqual([expect.stringMatching(/victim\.txt → demo\/to$/)]);
});

it("takes the first field that says what it was about, and lists the whole of a list that is set", () => {
  expect(of({ path: "demo/a.zip", files: ["b"], to: "demo/out" })).toEqual(["demo/a.zip → demo/out"]);
  expect(of({ paths: ["demo/a", "demo/b"] })).toEqual(["demo/a, demo/b"]);
  expect(of({ username: "mia" })).toEqual(["mia"]);
  expect(of({ username: "mia" }, { isNamed: false })).toEqual([""]);
  expect([of({}), of(undefined), of({ path: 5 })]).toEqual([[""], [""], [""]]);
});
