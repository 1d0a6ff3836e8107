import { expect, it } from "vitest";
import { actorRoots } from "./actor-roots";

const configured = [
  { hostPath: "/srv", note: "Files" },
  { hostPath: "/home", note: "家" },
  { hostPath: "/mnt", note: "Download" },
];
const scope = (accessDirs: string[], readOnlyDirs: string[] = []) => [{ accessDirs, readOnlyDirs, denyDirs: [] }];

it("gives root every place and the system", () => {
  const roots = actorRoots(configured, { isRoot: true, scopes: null });
  expect(roots.map(({ id, writable }) => [id, writable])).toEqual([
    ["files", true],
    [expect.stringMatching(/^root-[0-9a-f]{8}$/), true],
    // "download" is an endpoint below file/.
    [expect.stringMatching(/^root-[0-9a-f]{8}$/), true],
    ["system", true],
  ]);
});

it.each(["space-map", "fetch", "duplicates", "tus"])("gives no place the id %s, which an endpoint has", (note) => {
  const [root] = actorRoots([{ hostPath: "/srv", note }], { isRoot: false, scopes: scope(["/srv"]) });
  expect(root?.id).toMatch(/^root-/);
});

it("shows a place as far as the scopes reach into it", () => {
  const roots = actorRoots(configured, { isRoot: false, scopes: scope(["/srv/media"], ["/home"]) });
  expect(roots.map(({ place, writable }) => [place, writable])).toEqual([
    ["/srv", true],
    ["/home", false],
  ]);
});

it("makes granted folders outside every configured place their own", () => {
  const roots = actorRoots(configured, { isRoot: false, scopes: scope(["/etc/nginx"]) });
  expect(roots).toEqual([{ id: "nginx", place: "/etc/nginx", note: "nginx", writable: true }]);
});

it("shows nothing to whoever was given nothing", () => {
  expect(actorRoots(configured, { isRoot: false, scopes: scope([]) })).toEqual([]);
});
