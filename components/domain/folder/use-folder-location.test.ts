import { expect, test } from "vitest";
import { locationOf } from "./use-folder-location";

test.each([
  ["/browse", "", { type: "none" }],
  ["/browse/", "", { type: "none" }],
  ["/browse/r", "", { type: "folder", path: "r", open: null }],
  ["/browse/r/a%20b/%E6%9D%B1%23%3F", "", { type: "folder", path: "r/a b/東#?", open: null }],
  ["/browse/r/%FF", "", { type: "folder", path: "r/\udcff", open: null }],
  ["/browse/r/a", "open=x+y.txt", { type: "folder", path: "r/a", open: "x y.txt" }],
  ["/browse/r/a", "open=x.draw&as=text", { type: "folder", path: "r/a", open: "x.draw", as: "text" }],
  ["/browse/r/a", "open=x.draw&as=else", { type: "folder", path: "r/a", open: "x.draw" }],
  ["/browse/r/a", "as=text", { type: "folder", path: "r/a", open: null }],
  ["/browse/r/a", "b=1&open=a%26b", { type: "folder", path: "r/a", open: "a&b" }],
  ["/browse/r/a", "open=..%2Fx", { type: "folder", path: "r/a", open: null }],
  ["/browse/r/a", "open=%2Fcaf%25E9.txt", { type: "folder", path: "r/a", open: "caf\udce9.txt" }],
  ["/browse/r/a", "open=%2Fx%25zz", { type: "folder", path: "r/a", open: null }],
  ["/browse/r/%2e%2e", "", { type: "broken" }],
  ["/browse/r/a%2Fb", "", { type: "broken" }],
  ["/browse/r/%zz", "", { type: "broken" }],
])("%s?%s", (pathname, search, location) => {
  expect(locationOf(pathname, search)).toEqual(location);
});
