import { expect, test } from "vitest";
import { ownProtectedHosts } from "./own-protected";

const root = (id: string, place: string) => ({ id, place, note: id, writable: true });

test("own patterns hold at the roots that the user sees", () => {
  const roots = [root("files", "/srv/files"), root("system", "/")];
  expect(ownProtectedHosts(["files/a/**", "files/**", "system/etc/*", "gone/x"], roots)).toEqual([
    "/srv/files/a/**",
    "/srv/files/**",
    "/etc/*",
  ]);
});
