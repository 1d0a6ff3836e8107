import { expect, it } from "vitest";
import { actorRoots } from "./actor-roots";

const configured = [
  { hostPath: "/srv", note: "Files" },
  { hostPath: "/home", note: "家" },
  { hostPath: "/mnt", note: "Download" },
];
const scope = (accessDirs: string[], readOnlyDirs: string[] = []) => [{ accessDirs, readOnlyDirs, denyDirs: [] }];

it("gives root every place and the system", () => {
  const roots = actorRoots(configured, { scopes: null });
  expect(roots.map(({ id, writable }) => [id, writable])).toEqual([
    ["files", true],
    [expect.stringMatching(/^root-[0-9a-f]{8}$/), true],
    // "download" is an endpoint below file/.
    [expect.stringMatching(/^root-[0-9a-f]{8}$/), true],
    ["system", true],
  ]);
});

it.each(["space-map", "fetch", "duplicates", "tus"])("gives no place the id %s, which an endpoint has", (note) => {
  const [root] = actorRoots([{ hostPath: "/srv", note }], { scopes: scope(["/srv"]) });
  expect(root?.id).toMatch(/^root-/);
});

it("shows a place as far as the scopes reach into it", () => {
  const roots = actorRoots(configured, { scopes: scope(["/srv/media"], ["/home"]) });
  expect(roots.map(({ place, writable }) => [place, writable])).toEqual([
    ["/srv", true],
    ["/home", false],
  ]);
});

it("makes granted folders outside every configured place their own", () => {
  const roots = actorRoots(configured, { scopes: scope(["/etc/nginx"]) });
  expect(roots).toEqual([{ id: "nginx", place: "/etc/nginx", note: "nginx", writable: true }]);
});

it("shows nothing to whoever was given nothing", () => {
  expect(actorRoots(configured, { scopes: scope([]) })).toEqual([]);
});

it("shows a host as far as the scopes reach into it, and granted folders beside where its files begin", () => {
  const nas = { hostPath: "sftp:nas/home/mia", note: "NAS" };
  const seen = (scopes: Parameters<typeof actorRoots>[1]["scopes"]) =>
    actorRoots([], { scopes }, [nas]).map(({ place, note, writable }) => [place, note, writable]);
  expect(seen(scope(["sftp:nas"]))).toEqual([["sftp:nas/home/mia", "NAS", true]]);
  expect(seen(scope(["sftp:nas/home/mia/docs"]))).toEqual([["sftp:nas/home/mia", "NAS", true]]);
  expect(seen(scope([], ["sftp:nas/home"]))).toEqual([
    ["sftp:nas/home/mia", "NAS", false],
    ["sftp:nas/home", "home (NAS)", false],
  ]);
  expect(seen(scope(["sftp:nas/srv"]))).toEqual([["sftp:nas/srv", "srv (NAS)", true]]);
  // A host that the actor does not have is no place of theirs, whatever a list says.
  expect(seen(scope(["sftp:other/srv"]))).toEqual([]);
});

it("shows no way there where another list alone says which folders of this machine are meant", () => {
  const roots = actorRoots([], { scopes: [...scope(["/opt/x"]), ...scope(["/", "sftp:nas/srv"])] });
  expect(roots.map(({ place }) => place)).toEqual(["/opt/x"]);
});
