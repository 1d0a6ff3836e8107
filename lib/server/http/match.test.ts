import { expect, it } from "vitest";
import { createMatcher } from "./match";

const matcher = createMatcher([
  { method: "GET", path: "file/{path*}", value: "get" },
  { method: "PUT", path: "file/{path*}", value: "put" },
  { method: "GET", path: "file/download", value: "download" },
  { method: "POST", path: "file/save/{path*}", value: "save" },
  { method: "GET", path: "task/list", value: "list" },
  { method: "GET", path: "task/{id}", value: "task" },
  { method: "POST", path: "task/{id}/cancel", value: "cancel" },
]);

it.each([
  ["GET", "file/srv", "get", { path: "srv" }],
  ["HEAD", "file/srv/a", "get", { path: "srv/a" }],
  ["GET", "file/srv/a%20b/%FF", "get", { path: "srv/a b/\udcff" }],
  ["GET", "file/download", "download", {}],
  ["PUT", "file/download/x", "put", { path: "download/x" }],
  ["POST", "file/save/srv/a", "save", { path: "srv/a" }],
  ["GET", "task/list", "list", {}],
  ["GET", "task/abc", "task", { id: "abc" }],
  ["POST", "task/abc/cancel", "cancel", { id: "abc" }],
])("%s %s is %s", (method, pathname, value, params) => {
  expect(matcher.find(method, pathname)).toEqual({ value, params });
});

it.each(["nothing", "task", "task/a/b", "file/srv%2fa", "file/a%00", "file/%zz", ""])(
  "GET %s is nothing",
  (pathname) => {
    expect(matcher.find("GET", pathname)).toBeNull();
  },
);

it("tells which methods an address has", () => {
  expect(matcher.find("DELETE", "file/srv")).toEqual(["GET", "PUT"]);
});
