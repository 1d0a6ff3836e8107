import { expect, it } from "vitest";
import { parseIf, tokensIn } from "./parse-if";

const plain = (isNot: boolean, token: string | null, etag: string | null) => ({ isNot, token, etag });

it.each([
  ["(<urn:a>)", [{ tag: null, conditions: [plain(false, "urn:a", null)] }]],
  [
    '(<urn:a> ["e1"]) (Not <urn:b>)',
    [
      { tag: null, conditions: [plain(false, "urn:a", null), plain(false, null, '"e1"')] },
      { tag: null, conditions: [plain(true, "urn:b", null)] },
    ],
  ],
  [
    '<http://h/x> (<urn:a>) ([W/"e"]) <http://h/y>(Not <DAV:no-lock>)',
    [
      { tag: "http://h/x", conditions: [plain(false, "urn:a", null)] },
      { tag: "http://h/x", conditions: [plain(false, null, 'W/"e"')] },
      { tag: "http://h/y", conditions: [plain(true, "DAV:no-lock", null)] },
    ],
  ],
])("reads %s", (header, lists) => expect(parseIf(header)).toEqual(lists));

it.each(["", "(", "()", "(<a>", "<a>", "(<a>) <b> (<c>)", "(Not)", "(Not Not <a>)", "x", "(<a>) )", "((<a>))"])(
  "refuses %j",
  (header) => expect(() => parseIf(header)).toThrow("dav/header"),
);

it("reads a long header without going back and forth in it, which would run into the time limit", () => {
  const header = "(<urn:a>".repeat(2_000);
  expect(() => parseIf(header)).toThrow("dav/header");
  expect(() => parseIf(" ".repeat(16_000))).toThrow("dav/header");
});

it("counts a token as shown only where it is not denied", () => {
  expect([...tokensIn(parseIf("(<urn:a> Not <urn:b>) (<urn:c>)"))]).toEqual(["urn:a", "urn:c"]);
});
