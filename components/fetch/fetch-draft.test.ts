import { expect, it } from "vitest";
import { addressesOf, urlsProblem } from "./fetch-draft";

it("takes one address per line, each once", () => {
  expect(addressesOf(" http://a/x \n\nhttps://b/\nhttp://a/x\r\n")).toEqual(["http://a/x", "https://b/"]);
});

it.each([
  [["http://a/x"], null],
  [[], null],
  [["http://a/", "ftp://b/"], { problem: "notAddress", text: "ftp://b/" }],
  [["javascript:alert(1)"], { problem: "notAddress", text: "javascript:alert(1)" }],
  [["a.example/x"], { problem: "notAddress", text: "a.example/x" }],
  [Array.from({ length: 51 }, (_, index) => `http://a/${index}`), { problem: "tooMany" }],
])("%j: %j", (urls, problem) => expect(urlsProblem(urls)).toEqual(problem));
