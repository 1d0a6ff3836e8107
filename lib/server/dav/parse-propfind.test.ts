import { expect, it } from "vitest";
import { parsePropfind } from "./parse-propfind";

const ask = (names: string) =>
  `<D:propfind xmlns:D="DAV:" xmlns="urn:${"x".repeat(400)}"><D:prop>${names}</D:prop></D:propfind>`;

it("takes what clients ask for", () => {
  expect(parsePropfind(ask("<D:getetag/><a/><b/>")).names.map(({ name }) => name)).toEqual(["getetag", "a", "b"]);
});

it("refuses names that would make a long answer for every entry of a folder", () => {
  const many = Array.from({ length: 100 }, (_, index) => `<a${index}/>`).join("");
  expect(() => parsePropfind(ask(many))).toThrow(expect.objectContaining({ key: "dav/xml" }));
});
