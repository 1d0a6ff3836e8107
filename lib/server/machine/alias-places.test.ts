import { expect, test } from "vitest";
import { aliasesOf } from "./alias-places";
import { parseMounts } from "./parse-mounts";

const machine = parseMounts(`20 1 8:1 / / rw - ext4 /dev/sda1 rw
21 20 8:2 / /srv rw - ext4 /dev/sdb1 rw
22 21 8:1 /opt/tools /srv/team/tools rw - ext4 /dev/sda1 rw
23 20 8:1 /opt/tools/bin /mnt rw - ext4 /dev/sda1 rw`);
const container = parseMounts(`30 1 0:50 / / rw - overlay overlay rw
31 30 8:2 /files /files rw - ext4 /dev/sdb1 rw`);

test.each<[string, string[]]>([
  ["/", ["/"]],
  ["/opt", ["/opt"]],
  ["/opt/tools", ["/opt/tools", "/srv/team/tools"]],
  ["/opt/tools/bin/rg", ["/opt/tools/bin/rg", "/srv/team/tools/bin/rg", "/mnt/rg"]],
  ["/mnt/rg", ["/opt/tools/bin/rg", "/srv/team/tools/bin/rg", "/mnt/rg"]],
  ["/opt/toolsmith", ["/opt/toolsmith"]],
  ["/srv/a", ["/srv/a"]],
])("%s is seen at %j", (place, places) => {
  expect(aliasesOf(place, { own: machine })).toEqual(places);
});

test("what a container shows of its host, under its own names", () => {
  expect(aliasesOf("/srv/files/a/rg", { own: machine, seen: container })).toEqual(["/files/a/rg"]);
  expect(aliasesOf("/usr/bin/rg", { own: machine, seen: container })).toEqual([]);
});

test("without any mounts a place is itself", () => {
  expect(aliasesOf("/opt/rg", { own: [] })).toEqual(["/opt/rg"]);
});
