import { expect, test } from "vitest";
import { commonPlace } from "./common-place";

test.each([
  [["/a/b/c", "/a/b/d/e"], "/a/b"],
  [["/a/b"], "/a/b"],
  [["/a/b", "/a/bc"], "/a"],
  [["/a/b", "/a/b/c"], "/a/b"],
  [["/a", "/b"], "/"],
  [[], "/"],
])("%j are all below %s", (places, common) => {
  expect(commonPlace(places)).toBe(common);
});
