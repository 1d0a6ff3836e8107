import { expect, test } from "vitest";
import { locationOf } from "./use-folder-location";

test.each([
  ["/files", "", { type: "none" }],
  ["/files/", "", { type: "none" }],
  ["/files/r", "", { type: "folder", path: "r", open: null }],
  ["/files/r/a%20b/%E6%9D%B1%23%3F", "", { type: "folder", path: "r/a b/東#?", open: null }],
  ["/files/r/%FF", "", { type: "folder", path: "r/\udcff", open: null }],
  ["/files/r/a", "open=x+y.txt", { type: "folder", path: "r/a", open: "x y.txt" }],
  ["/files/r/a", "b=1&open=a%26b", { type: "folder", path: "r/a", open: "a&b" }],
  ["/files/r/a", "open=..%2Fx", { type: "folder", path: "r/a", open: null }],
  ["/files/r/%2e%2e", "", { type: "broken" }],
  ["/files/r/a%2Fb", "", { type: "broken" }],
  ["/files/r/%zz", "", { type: "broken" }],
])("%s?%s", (pathname, search, location) => {
  expect(locationOf(pathname, search)).toEqual(location);
});
