import { describe, expect, test } from "vitest";
import { emptyQuery, formatQuery, isAsking, parseQuery, toInput } from "./search-query";

describe("the address of a search", () => {
  test("holds what is wanted and comes back the same", () => {
    const query = {
      ...emptyQuery,
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
    expect(parseQuery(formatQuery(query))).toEqual(query);
    expect(formatQuery({ ...emptyQuery, text: "x" })).toBe("q=x");
    expect(parseQuery("q=")).toEqual(emptyQuery);
  });

  test("without a question asks for none, and nonsense is passed over", () => {
    expect(parseQuery("open=a.txt")).toBeNull();
    expect(parseQuery("q=x&mode=magic&type=cake")).toEqual({ ...emptyQuery, text: "x" });
  });
});

test("a filter alone is a question for names, not for texts", () => {
  expect(isAsking(emptyQuery)).toBe(false);
  expect(isAsking({ ...emptyQuery, type: "video" })).toBe(true);
  expect(isAsking({ ...emptyQuery, what: "text", type: "video" })).toBe(false);
});

test("what the server is asked", () => {
  const place = { folders: [], showHidden: true, nowMs: 1_000_000_000_000 };
  expect(toInput({ ...emptyQuery, text: "x", type: "folder", size: "huge" }, place)).toEqual({
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
  const input = toInput({ ...emptyQuery, text: "x", what: "text", mode: "glob", type: "image", date: "day" }, place);
  expect(input).toMatchObject({ mode: "part", from: 1_000_000_000_000 - 86_400_000 });
  expect(input.ext).toContain("png");
});
