import { expect, test } from "vitest";
import { startIn } from "./start-in";

const scope = (accessDirs: string[], more: { readOnlyDirs?: string[]; denyDirs?: string[] } = {}) => ({
  accessDirs,
  readOnlyDirs: [],
  denyDirs: [],
  ...more,
});

test.each([
  ["nothing limits them", null, "/srv"],
  ["all of it is theirs", [scope(["/srv"])], "/srv"],
  ["all of it is theirs but a part", [scope(["/srv"], { denyDirs: ["/srv/x"] })], "/srv"],
  ["one folder", [scope(["/srv/home/mia"])], "/srv/home/mia"],
  ["one folder to read", [scope([], { readOnlyDirs: ["/srv/home/mia"] })], "/srv/home/mia"],
  ["one folder, and one of another root", [scope(["/srv/home/mia", "/data"])], "/srv/home/mia"],
  ["two folders beside each other", [scope(["/srv/home/mia", "/srv/home/team"])], "/srv/home"],
  ["two folders far apart", [scope(["/srv/home/mia", "/srv/team"])], "/srv"],
  ["a folder in which one is read-only", [scope(["/srv/a"], { readOnlyDirs: ["/srv/a/b"] })], "/srv/a"],
  ["what two roles allow", [scope(["/srv/a"]), scope(["/srv/a/b", "/srv/c"])], "/srv/a/b"],
  ["nothing", [scope(["/data"])], "/srv"],
])("who has %s arrives there", (_, scopes, start) => {
  expect(startIn("/srv", scopes)).toBe(start);
});
