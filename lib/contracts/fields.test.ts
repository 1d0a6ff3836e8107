import { expect, test } from "vitest";
import { fileContract } from "./file";
import { virtualPaths } from "./fields";

test("entries that come several times are there once, in the order in which they came", () => {
  expect(virtualPaths(5).parse(["r/b", "r/a", "r/b/", "r/b", "r/a"])).toEqual(["r/b", "r/a"]);
  expect(virtualPaths(2).safeParse(["r/a", "r/a", "r/a"]).success).toBe(false);
  expect(virtualPaths(2).safeParse([]).success).toBe(false);
});

test("whatever is asked for many entries looks at each once", () => {
  const { measure, removeMany, ticket } = fileContract;
  for (const { input } of [measure, removeMany, ticket])
    expect(input.parse({ files: ["r/a", "r/a"] })).toMatchObject({ files: ["r/a"] });
});
