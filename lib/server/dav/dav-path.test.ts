import { describe, expect, it } from "vitest";
import { hrefOf, isDavAddress, parseDavAddress, parseDavUri } from "./dav-path";

describe("parseDavAddress", () => {
  it.each([
    ["/dav", null, true],
    ["/dav/", null, true],
    ["/dav/files", "files", false],
    ["/dav/files/a%20b/c%23", "files/a b/c#", false],
    ["/dav/files/a/", "files/a", true],
    ["/dav/files/%ff", "files/\udcff", false],
    ["/dav/files/%252e%252e", "files/%2e%2e", false],
  ])("reads %s", (address, path, isFolder) => expect(parseDavAddress(address)).toEqual({ path, isFolder }));

  it.each(["..", "%2e%2e", ".%2E", "a/../b", "a%2fb", "a%2F..%2Fb", "a//b", "/", "a%00", "%zz", "a#b", ".", "a/./b"])(
    "refuses %s",
    (rest) => expect(() => parseDavAddress(`/dav/files/${rest}`)).toThrow("request/not-found"),
  );
});

describe("parseDavUri", () => {
  const here = { basePath: "/deck", hosts: ["files.example.org", "127.0.0.1:8080"] };
  it.each([
    ["http://files.example.org/deck/dav/files/a", "files/a"],
    ["https://FILES.example.org:443/deck/dav/files/a%20b/?x", "files/a b"],
    ["http://user@127.0.0.1:8080/deck/dav/files/a", "files/a"],
    ["/deck/dav/files/a", "files/a"],
    // A proxy that strips the base path may strip it here, too.
    ["/dav/files/a", "files/a"],
  ])("reads %s", (uri, path) => expect(parseDavUri(uri, here).path).toBe(path));

  it.each([
    ["http://evil.example/deck/dav/files/a", "dav/destination"],
    ["http://files.example.org.evil.example/deck/dav/files/a", "dav/destination"],
    ["http://files.example.org/other/files/a", "dav/destination"],
    ["http://files.example.org/deck/davfiles/a", "dav/destination"],
    ["http://files.example.org/deck/dav/files/../../a", "request/not-found"],
    ["http://files.example.org/deck/dav/files/%2e%2e/a", "request/not-found"],
    ["files/a", "dav/header"],
    ["file:///etc/passwd", "dav/header"],
  ])("refuses %s", (uri, key) => expect(() => parseDavUri(uri, here)).toThrow(key));
});

it("gives addresses with the base path, folders with a slash", () => {
  expect(hrefOf("/deck", null, true)).toBe("/deck/dav/");
  expect(hrefOf("", "files/a b\udcff", true)).toBe("/dav/files/a%20b%FF/");
  expect(isDavAddress("/davos")).toBe(false);
});
