import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { actorRoots } from "./actor-roots";

const configured = [
  { hostPath: "/srv", note: "Files" },
  { hostPath: "/home", note: "家" },
  { hostPath: "/mnt", note: "Download" },
];
/** One on another machine. */
type Elsewhere = { hostPath: string; note: string; isOthers?: boolean };
const scope = (accessDirs: string[], readOnlyDirs: string[] = []) => [{ accessDirs, readOnlyDirs, denyDirs: [] }];

const shared = (id: string, note: string, start = "") => ({ hostPath: `sftp:${id}/${start}`, note, isOthers: true });
/** Their hashes begin with the same 8 digits. */
const twins = ["sftp:h/160176", "sftp:h/165325"] as const;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** By their places, in the order of the granted ones. */
function idsOf(elsewhere: Elsewhere[], places: string[]): Record<string, string> {
  return Object.fromEntries(actorRoots([], { scopes: scope(places) }, elsewhere).map(({ id, place }) => [place, id]));
}

const idsWith = (...elsewhere: Elsewhere[]) =>
  idsOf(
    elsewhere,
    elsewhere.map(({ hostPath }) => hostPath),
  );

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

it("gives nobody's own place another id by what others name theirs, and none a word that two others want", () => {
  const own = { hostPath: "sftp:own/", note: "nas" };
  const hashed = expect.stringMatching(/^root-[0-9a-f]{8}$/) as string;
  expect(idsWith(shared("a", "nas"))).toEqual({ "sftp:a/": "nas" });
  expect(idsWith(shared("a", "(nas)"), own)).toEqual({ "sftp:a/": hashed, "sftp:own/": "nas" });
  expect(idsWith(shared("a", "(nas)"), shared("b", "nas"))).toEqual({ "sftp:a/": hashed, "sftp:b/": hashed });
});

it("gives nothing that is named so the id that another place has by its path", () => {
  const nas = shared("a", "nas");
  const known = `root-${sha256(nas.hostPath).slice(0, 8)}`;
  const named = shared("c", `(${known.replace("-", " ")})`);
  const own = { hostPath: "sftp:own/", note: known };
  const ids = idsWith(nas, shared("b", "(nas)"), named, own);
  expect(ids["sftp:a/"]).toBe(known);
  expect(new Set(Object.values(ids)).size).toBe(4);
  // Also while that one is not there.
  expect(idsWith(named, own)).not.toMatchObject({ "sftp:c/": known });
  expect(idsWith(named, own)).not.toMatchObject({ "sftp:own/": known });
});

it("tells places apart whose hashes begin alike, and never by what others have first", () => {
  const [one, two] = twins;
  const short = `root-${sha256(one).slice(0, 8)}`;
  const own = { hostPath: one, note: "日本" };
  const first = { hostPath: two, note: "あ", isOthers: true };
  expect(idsWith(first, own)).toEqual({ [one]: short, [two]: `root-${sha256(two).slice(0, 16)}` });
  expect(idsWith(own, { ...first, isOthers: false })[one]).toBe(short);
  // Of two others neither has what the other one would have alone.
  expect(idsWith(first)).toEqual({ [two]: short });
  expect(Object.values(idsWith(first, { ...own, isOthers: true }))).not.toContain(short);
});

it("tells a folder on another's host by its place where that host is named as another one", () => {
  const nas = shared("a", "nas", "home");
  const places = ["sftp:a/data", "sftp:b/data"];
  const idsBeside = (note: string) => Object.values(idsOf([nas, shared("b", note, "home")], places));
  expect(idsBeside("other")).toEqual(["data-nas", "data-other"]);
  // With the other one first.
  expect(idsBeside("(nas)").join(" ")).toMatch(/^root-[0-9a-f]{8} root-[0-9a-f]{8}$/);
});

it("gives no two places one id", () => {
  const notes = [
    "nas",
    "(nas)",
    "家",
    "root",
    "root abcdef01",
    "download",
    ...twins.map((place) => `root ${sha256(place).slice(0, 8)}`),
  ];
  const places = [...twins, "sftp:x/", "sftp:y/", "sftp:z/", "sftp:v/"];
  for (let turn = 0; turn < 200; turn++) {
    const elsewhere = places.map((hostPath, at) => ({
      hostPath,
      note: notes[(turn * 7 + at * (turn + 3)) % notes.length] ?? "",
      isOthers: ((turn >> at) & 1) === 1,
    }));
    const ids = Object.values(idsWith(...elsewhere));
    expect(new Set(ids).size).toBe(places.length);
  }
});
