import { expect, test } from "vitest";
import { mountsOf } from "./mounts";
import { parseProtected } from "./protected";

const roots = [{ place: "/srv", writable: true }];
const none = { accessDirs: [], readOnlyDirs: [], denyDirs: [] };
const patternsOf = (...texts: string[]) => texts.map(parseProtected).filter((pattern) => pattern !== null);
const shown = (input: Partial<Parameters<typeof mountsOf>[0]>) =>
  mountsOf({ roots, scopes: null, hidden: [], patterns: [], ...input }).map(
    ({ place, access }) => `${access} ${place}`,
  );

test("nothing is mounted for who may go nowhere", () => {
  expect(shown({ scopes: [] })).toEqual([]);
  expect(shown({ scopes: [none] })).toEqual([]);
  expect(shown({ scopes: [{ ...none, accessDirs: ["/home"] }] })).toEqual([]);
});

test("what a scope says is mounted from above to below, and the server's own data never", () => {
  const scope = {
    accessDirs: ["/srv/a", "/srv/c/own"],
    readOnlyDirs: ["/srv/a/docs", "/srv/c"],
    denyDirs: ["/srv/a/docs/old"],
  };
  expect(shown({ scopes: [scope], hidden: ["/srv/a/.filedeck", "/var/lib/filedeck"] })).toEqual([
    "write /srv/a",
    "none /srv/a/.filedeck",
    "read /srv/a/docs",
    "none /srv/a/docs/old",
    "read /srv/c",
  ]);
});

test("of several scopes all must allow", () => {
  const role = { ...none, accessDirs: ["/srv"] };
  const user = { accessDirs: ["/srv/a"], readOnlyDirs: ["/srv/b"], denyDirs: ["/srv/a/x"] };
  expect(shown({ scopes: [role, user] })).toEqual(["write /srv/a", "none /srv/a/x", "read /srv/b"]);
});

test("a place that is only readable stays so, and of places inside of one another the inner one says", () => {
  expect(
    shown({
      roots: [
        { place: "/srv", writable: false },
        { place: "/srv/in", writable: true },
      ],
    }),
  ).toEqual(["read /srv", "write /srv/in"]);
});

test("what is protected is a mount of its own, and keeps what it is to keep", () => {
  expect(shown({ patterns: patternsOf("/srv/a", "/srv/b/**", "/etc/**") })).toEqual([
    "write /srv",
    "write /srv/a",
    "read /srv/b",
  ]);
});

test("order is by path, also of names that sort before the slash", () => {
  const scope = { ...none, accessDirs: ["/srv/a"], readOnlyDirs: ["/srv/a-b", "/srv/a/b"] };
  expect(shown({ scopes: [scope] })).toEqual(["write /srv/a", "read /srv/a-b", "read /srv/a/b"]);
});

test("folders between a writable mount and what is inside it are mounts of their own, so that nobody moves them", () => {
  const scope = {
    ...none,
    accessDirs: ["/srv"],
    readOnlyDirs: ["/srv/r/s"],
    denyDirs: ["/srv/a/b/secret", "/srv/r/s/t/no"],
  };
  expect(shown({ scopes: [scope], hidden: ["/srv/h/data"], patterns: patternsOf("/srv/a/p/kept") })).toEqual([
    "write /srv",
    "write /srv/a",
    "write /srv/a/b",
    "none /srv/a/b/secret",
    "write /srv/a/p",
    "write /srv/a/p/kept",
    "write /srv/h",
    "none /srv/h/data",
    "write /srv/r",
    "read /srv/r/s",
    "none /srv/r/s/t/no",
  ]);
  expect(shown({ hidden: ["/srv/a/b/data"] })).toEqual([
    "write /srv",
    "write /srv/a",
    "write /srv/a/b",
    "none /srv/a/b/data",
  ]);
});
