import { describe, expect, test } from "vitest";
import { emptyWish, formatWish, isAsking, parseWish, toInput } from "./search-wish";

describe("the address of a search", () => {
  test("holds what is wanted and comes back the same", () => {
    const wish = {
      ...emptyWish,
      text: "a b&c=ü%",
      what: "text",
      mode: "regex",
      matchCase: true,
      everywhere: true,
      ignore: true,
      type: "image",
      size: "large",
      date: "week",
    } as const;
    expect(parseWish(formatWish(wish))).toEqual(wish);
    expect(formatWish({ ...emptyWish, text: "x" })).toBe("q=x");
    expect(parseWish("q=")).toEqual(emptyWish);
  });

  test("without a question asks for none, and nonsense is passed over", () => {
    expect(parseWish("open=a.txt")).toBeNull();
    expect(parseWish("q=x&mode=magic&type=cake")).toEqual({ ...emptyWish, text: "x" });
  });
});

test("a filter alone is a question for names, not for texts", () => {
  expect(isAsking(emptyWish)).toBe(false);
  expect(isAsking({ ...emptyWish, type: "video" })).toBe(true);
  expect(isAsking({ ...emptyWish, what: "text", type: "video" })).toBe(false);
});

test("what the server is asked", () => {
  const place = { folders: [], showHidden: true, nowMs: 1_000_000_000_000 };
  expect(toInput({ ...emptyWish, text: "x", type: "folder", size: "huge" }, place)).toEqual({
    folder: [],
    text: "x",
    what: "name",
    mode: "part",
    case: false,
    hidden: true,
    ignore: false,
    kind: ["folder"],
    min: 1024 ** 3,
    limit: 5_000,
  });
  const input = toInput({ ...emptyWish, text: "x", what: "text", mode: "glob", type: "image", date: "day" }, place);
  expect(input).toMatchObject({ mode: "part", from: 1_000_000_000_000 - 86_400_000 });
  expect(input.ext).toContain("png");
});
