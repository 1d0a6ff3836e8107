import { expect, test } from "vitest";
import type { PinnedMount } from "@/lib/server/process/jail/jail-plan";
import { landlockRules } from "./landlock-rules";

const rulesOf = (mounts: readonly PinnedMount[], abi = 7) =>
  landlockRules({ mounts, home: { place: "/tmp/filedeck-terminal-x", id: "1:1" }, homes: "/tmp", abi });
const at = (place: string, access: PinnedMount["access"]): PinnedMount => ({ place, access, id: "1:2" });

const execute = 1;
const writeFile = 1 << 1;
const readFile = 1 << 2;
const refer = 1 << 13;
const truncate = 1 << 14;
const ioctlDev = 1 << 15;

test("what can be written may be read, changed and moved, and what is to be read only read", () => {
  const rules = rulesOf([at("/srv/a", "read"), at("/srv/a/drop", "write"), at("/srv/b", "write")]);
  const rightsAt = (place: string) => rules?.find((rule) => rule.place === place)?.rights ?? 0;
  expect(rightsAt("/srv/a")).toBe(execute | readFile | (1 << 3));
  for (const place of ["/srv/a/drop", "/srv/b", "/tmp/filedeck-terminal-x"]) {
    expect(rightsAt(place) & (writeFile | refer | truncate)).toBe(writeFile | refer | truncate);
    expect(rightsAt(place) & ioctlDev).toBe(0);
  }
  expect(rightsAt("/usr") & writeFile).toBe(0);
  expect(rules?.map(({ place }) => place)).not.toContain("/etc/shadow");
  expect(rules?.filter(({ place }) => /^\/(?:proc|sys|run|tmp|dev|dev\/pts|etc)$/.test(place))).toEqual([]);
});

test("a version is asked for nothing that it does not know", () => {
  const all = (abi: number) => rulesOf([at("/srv", "write")], abi)?.reduce((bits, { rights }) => bits | rights, 0) ?? 0;
  expect(all(7) & (refer | truncate | ioctlDev)).toBe(refer | truncate | ioctlDev);
  expect(all(3) & (refer | truncate | ioctlDev)).toBe(refer | truncate);
  expect(all(1) >= refer).toBe(false);
});

test.each([
  ["a denied folder inside", [at("/srv", "write"), at("/srv/secret", "none")]],
  ["a denied folder inside of one to be read", [at("/srv", "read"), at("/srv/secret", "none")]],
  ["a folder to be read inside", [at("/srv", "write"), at("/srv/docs", "read")]],
  ["a protected folder inside, which must not be moved", [at("/srv", "write"), at("/srv/kept", "write")]],
  ["a folder to be read further inside", [at("/srv", "write"), at("/srv/a/b", "read")]],
  [
    "a folder to be read inside of a writable one inside",
    [at("/a", "read"), at("/a/b", "write"), at("/a/b/c", "read")],
  ],
  ["the whole disk", [at("/", "write")]],
  ["the whole disk, to be read", [at("/", "read")]],
  ["processes", [at("/proc/1", "read")]],
  ["terminals", [at("/dev/pts", "read")]],
  ["the home folders of others", [at("/tmp", "write")]],
] satisfies [string, PinnedMount[]][])("rules cannot say: %s", (_, mounts) => {
  expect(rulesOf(mounts)).toBeNull();
});

test("a trash, which no other account enters, keeps nobody from a terminal", () => {
  const trash = { ...at("/srv/.filedeck-trash", "none"), isOwn: true } as const;
  expect(rulesOf([at("/srv", "write"), trash])).toEqual(rulesOf([at("/srv", "write")]));
});
