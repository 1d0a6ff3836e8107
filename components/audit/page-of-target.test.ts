import { expect, test } from "vitest";
import { pagePaths } from "@/lib/shared/page-paths";
import { actionsByArea } from "./actions";
import { pageOfTarget } from "./page-of-target";

test.each([
  ["docker/changeContainer", "web restart", "/containers?details=web"],
  ["docker/renameContainer", "web → shop", "/containers?details=shop"],
  ["docker/pullImage", "registry:5000/a/b:1", "/containers/images?details=registry%3A5000/a/b%3A1"],
  ["docker/tagImage", "0123456789ab → shop:2", "/containers/images?details=shop%3A2"],
  ["docker/removeContainer", "web", undefined],
  ["systemd/changeUnit", "nginx.service restart", "/services?details=nginx.service"],
  ["systemd/changeUnit", "a@x\\x2dy.service stop (mia)", "/services?scope=mia&details=a%40x%5Cx2dy.service"],
  ["systemd/setOverride", "b.service (mia)", "/services?scope=mia&details=b.service"],
  ["systemd/createUnits", "n.timer n.service enable", "/services?details=n.timer"],
  ["systemd/deleteUnit", "n.service", undefined],
  ["volume/cloneVolume", "data → copy", "/containers/volumes?details=copy"],
  ["network/disconnectContainer", "web ↛ back", "/containers/networks?details=back"],
  ["stack/runStack", "shop web up", "/containers/stacks/stack?name=shop"],
  ["disk/mountDevice", "/dev/sdb1 /mnt/a b", "/disks?details=/mnt/a%20b"],
  ["disk/remount", "/mnt/a b ro", "/disks?details=/mnt/a%20b"],
  ["user/updateUser", "mia → mia & co", "/users?name=mia%20%26%20co"],
  ["user/deleteUser", "mia", undefined],
  ["file/save", "srv/docs/a #1.txt", "/browse/srv/docs"],
  // Several, of which the first has no place of its own.
  ["file/copy", "srv/a, srv/b → srv/c", undefined],
  ["file/save", "srv", undefined],
  ["user/login", "mia", undefined],
] as const)("%s of %s leads to %s", (action, target, href) => {
  expect(pageOfTarget(action, target)?.href).toBe(href);
});

test("a target that names nothing leads nowhere, and every page that one leads to is there", () => {
  const pages = actionsByArea().flatMap(({ actions }) =>
    actions.flatMap(({ name }) => {
      expect(() => pageOfTarget(name, "")).not.toThrow();
      const href = pageOfTarget(name, "x x")?.href;
      return href === undefined ? [] : [href.slice(1).split("?")[0]];
    }),
  );
  expect(pagePaths).toEqual(expect.arrayContaining([...new Set(pages)]));
});
