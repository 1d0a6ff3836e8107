import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { navindexContract, type LinkState, type NavItem } from "@/lib/contracts/navindex";
import { isAppError } from "@/lib/shared/errors";
import { applyLive } from "@/lib/shared/live-rows";
import type { Permission } from "@/lib/shared/permissions";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { listBoards, saveBoard } from "./boards";
import { followLinkStates } from "./link-states";

/** Answers of `/late`, for the test to give. */
const late: (() => void)[] = [];
let fixture: TrashFixture;
let site: Server;
let asked: string[] = [];
let address = "";
beforeAll(async () => {
  fixture = await makeTrashFixture();
  const { db } = fixture.ctx;
  for (const id of ["family", "staff"]) await db.role.create({ data: { id, name: `The ${id}`, grants: noGrants } });
  await db.user.update({ where: { id: "tom" }, data: { roleId: "family" } });
  site = createServer((req, res) => {
    asked.push(`${req.method ?? ""} ${req.url ?? ""}`);
    res.statusCode = req.url === "/broken" ? 503 : req.url === "/get" && req.method === "HEAD" ? 405 : 200;
    if (req.url === "/late") late.push(() => res.end());
    else res.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => site.once("listening", resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await fixture.close();
});
beforeEach(async () => {
  asked = [];
  await fixture.ctx.db.navBoard.deleteMany();
});

async function as(userId: "mia" | "tom", ...permissions: Permission[]): Promise<Ctx> {
  await fixture.ctx.db.user.update({
    where: { id: userId },
    data: { grants: { ...noGrants, auth_list: permissions } },
  });
  forgetActors();
  const actor = await findUserActor(fixture.ctx.db, userId);
  if (actor === null) throw new Error("nobody");
  return { ...fixture.ctx, actor, about: () => {} };
}
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const link = (id: string, url: string): NavItem => ({ id, kind: "link", title: id, url, icon: null, color: "blue" });
const save = (ctx: Ctx, role_id: string | null, version: number, ...items: NavItem[]) =>
  saveBoard({ role_id, version, items }, ctx);

test("everybody has a board of their own, and nobody loses what another tab has saved", async () => {
  const mia = await as("mia");
  expect((await listBoards({}, mia)).boards).toMatchObject([{ role_id: null, version: 0, items: [], may_edit: true }]);
  expect(await save(mia, null, 0, link("a", "http://a/"))).toEqual({ version: 1 });
  expect(await keyOf(save(mia, null, 0, link("b", "http://b/")))).toBe("navindex/changed");
  expect(await save(mia, null, 1, link("a", "http://a/"), link("c", "http://c/"))).toEqual({ version: 2 });
  expect((await listBoards({}, mia)).boards[0]?.items.map(({ id }) => id)).toEqual(["a", "c"]);
  expect((await listBoards({}, await as("tom"))).boards[0]?.items).toEqual([]);
});

test("a role's board is seen by its users, and edited by those with the right alone", async () => {
  const editor = await as("mia", "net_site_tag_update");
  expect((await listBoards({}, editor)).boards.map(({ title }) => title)).toEqual(["", "The family", "The staff"]);
  await save(editor, "family", 0, link("tv", "http://tv/"));
  await save(editor, "staff", 0, link("wiki", "http://wiki/"));
  const tom = await as("tom");
  const seen = (await listBoards({}, tom)).boards;
  expect(seen.map(({ title, may_edit }) => [title, may_edit])).toEqual([
    ["", true],
    ["The family", false],
  ]);
  expect(JSON.stringify(seen)).not.toContain("wiki");
  expect(await keyOf(save(tom, "family", 1, link("x", "http://x/")))).toBe("auth/forbidden");
  expect(await keyOf(save(editor, "nobody", 0))).toBe("role/not-found");
  await fixture.ctx.db.role.delete({ where: { id: "staff" } });
  expect(await fixture.ctx.db.navBoard.count()).toBe(1);
});

test.each([
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["http://user:pass@host/", false],
  ["http://", false],
  ["//host/x y", false],
  ["192.168.1.1:8096", "http://192.168.1.1:8096/"],
  ["nas.local:5000/photos", "http://nas.local:5000/photos"],
  ["HTTPS://Example.com", "https://example.com/"],
])("the address %s: %s", (url, expected) => {
  const { success, data } = navindexContract.saveBoard.input.safeParse({
    role_id: null,
    version: 0,
    items: [link("a", url)],
  });
  const [first] = data?.items ?? [];
  expect(success ? (first?.kind === "link" ? first.url : null) : false).toBe(expected);
});

test("boards have bounds", () => {
  const parse = (items: unknown) =>
    navindexContract.saveBoard.input.safeParse({ role_id: null, version: 0, items }).success;
  const folder = (id: string, items: unknown[]) => ({ id, kind: "folder", title: id, color: "gray", items });
  expect(parse([folder("1", [folder("2", [folder("3", [link("x", "http://x/")])])])])).toBe(true);
  expect(parse([folder("1", [folder("2", [folder("3", [folder("4", [link("x", "http://x/")])])])])])).toBe(false);
  expect(parse(Array.from({ length: 501 }, (_, at) => link(`l${at}`, "http://x/")))).toBe(false);
  expect(parse([link("a", "http://x/"), folder("b", [link("a", "http://y/")])])).toBe(false);
});

function look(ctx: Ctx) {
  const stop = new AbortController();
  const seen = { rows: new Map() as ReadonlyMap<string, LinkState> };
  const over = followLinkStates(
    {},
    { ...ctx, signal: stop.signal },
    {
      send: async (message) => void (seen.rows = applyLive(seen.rows, message)),
      received: (async function* () {})(),
    },
  );
  return { seen, stop: () => (stop.abort(), over) };
}
const stateOf = ({ seen }: ReturnType<typeof look>, path: string) => seen.rows.get(`${address}${path}`);

test("links are asked once for all who look, and those nearby are told to who may reach them", async () => {
  const near = await as("mia", "lan_access", "net_site_tag_update");
  const gone = "http://127.0.0.1:9/";
  const links = [
    link("a", `${address}/fine`),
    link("b", `${address}/broken`),
    link("c", `${address}/get`),
    link("d", gone),
  ];
  await save(near, "family", 0, ...links);
  await save(near, null, 0, ...links.map((item) => ({ ...item, id: `own-${item.id}` })));
  const far = await as("tom");
  const alone = look(far);
  await new Promise((resolve) => setImmediate(resolve));
  const [first, second] = [look(near), look(near)];
  await vi.waitFor(() => {
    for (const viewer of [first, second]) {
      expect(stateOf(viewer, "/fine")).toMatchObject({ state: "up", status: 200 });
      expect(stateOf(viewer, "/broken")).toMatchObject({ state: "down", status: 503 });
      expect(stateOf(viewer, "/get")).toMatchObject({ state: "up", status: 200 });
      expect(viewer.seen.rows.get(gone)).toMatchObject({ state: "down", status: null });
    }
  });
  expect(asked.filter((line) => line.endsWith("/fine"))).toEqual(["HEAD /fine"]);
  expect(asked.filter((line) => line.endsWith("/get"))).toEqual(["HEAD /get", "GET /get"]);
  // Not even that something does not answer there.
  expect(alone.seen.rows.size).toBe(0);
  await Promise.all([first.stop(), second.stop(), alone.stop()]);
});

test("a link that answers after others have been told of is asked once, like them", async () => {
  const near = await as("mia", "lan_access");
  await save(near, null, 0, link("a", `${address}/soon`), link("b", `${address}/late`));
  const viewer = look(near);
  await vi.waitFor(() => expect(stateOf(viewer, "/soon")).toBeDefined());
  for (const answer of late) answer();
  await vi.waitFor(() => expect(stateOf(viewer, "/late")).toMatchObject({ state: "up" }));
  expect(asked.toSorted()).toEqual(["HEAD /late", "HEAD /soon"]);
  await viewer.stop();
});

test("nothing is asked for who may not reach it", async () => {
  const tom = await as("tom");
  await save(tom, null, 0, link("a", `${address}/secret`), link("m", "http://169.254.169.254/latest"));
  const viewer = look(tom);
  const near = await as("mia", "lan_access");
  await save(near, null, 0, link("b", `${address}/other`));
  // They wait in one line.
  const other = look(near);
  await vi.waitFor(() => expect(stateOf(other, "/other")).toBeDefined());
  expect([asked, viewer.seen.rows.size]).toEqual([["HEAD /other"], 0]);
  // What was passed over before is asked as soon as somebody looks who may.
  await save(near, null, 1, link("a", `${address}/secret`));
  const again = look(near);
  await vi.waitFor(() => expect(stateOf(again, "/secret")).toBeDefined());
  expect(viewer.seen.rows.size).toBe(0);
  await Promise.all([viewer.stop(), other.stop(), again.stop()]);
});

test("what somebody without the right to the local network puts on a role’s board is not asked there for those who have it", async () => {
  const delegate = await as("mia", "net_site_tag_update");
  await save(delegate, "family", 0, link("a", `${address}/planted`));
  const tom = await as("tom", "lan_access", "net_site_tag_update");
  // Who may, and saves the board, puts there what is new to it.
  await save(tom, "family", 1, link("a", `${address}/planted`), link("b", `${address}/meant`));
  const viewer = look(tom);
  await vi.waitFor(() => expect(stateOf(viewer, "/meant")).toBeDefined());
  expect([asked, stateOf(viewer, "/planted")]).toEqual([["HEAD /meant"], undefined]);
  await viewer.stop();
  // On their own board they have it asked.
  await save(tom, null, 0, link("c", `${address}/planted`));
  const again = look(tom);
  await vi.waitFor(() => expect(stateOf(again, "/planted")).toBeDefined());
  await again.stop();
});

test("links of one user to hosts that never answer keep nobody else’s from being asked", async () => {
  const taken: string[] = [];
  const hung = Array.from({ length: 10 }, (_, at) =>
    createTcpServer((socket) => {
      taken.push(`127.0.0.${at + 10}`);
      socket.on("error", () => {});
    }).listen(0, `127.0.0.${at + 10}`),
  );
  await Promise.all(hung.map((server) => once(server, "listening")));
  const addresses = hung.map((server) => server.address() as AddressInfo); // it listens
  const mia = await as("mia", "lan_access");
  const links = Array.from({ length: 500 }, (_, at) => {
    const { address: host, port } = addresses[at % 10] ?? { address: "", port: 0 };
    return link(`l${at}`, `http://${host}:${port}/${at}`);
  });
  await save(mia, null, 0, ...links);
  const flood = look(mia);
  try {
    await vi.waitFor(() => expect(taken.length).toBeGreaterThan(3));
    const tom = await as("tom", "lan_access");
    await save(tom, null, 0, link("a", `${address}/quick`), link("b", `${address}/more`));
    const other = look(tom);
    await vi.waitFor(() => expect(stateOf(other, "/more")).toBeDefined());
    expect(taken.length).toBeLessThan(10);
    // What else is wanted of a host that did not answer is not waited for.
    await vi.waitFor(() => expect(flood.seen.rows.size).toBeGreaterThan(450), { timeout: 60_000, interval: 500 });
    expect(taken.length).toBeLessThan(40);
    await other.stop();
  } finally {
    await flood.stop();
    for (const server of hung) server.close();
  }
});

test("what a host is silent about for one user is asked for another, and for the first one in the next round", async () => {
  const mia = await as("mia", "lan_access");
  late.length = 0;
  await save(mia, null, 0, link("a", `${address}/late`), link("b", `${address}/beside`));
  const first = look(mia);
  await vi.waitFor(() => expect(stateOf(first, "/beside")).toMatchObject({ state: "down", status: null }), 30_000);
  expect(asked).toEqual(["HEAD /late"]);
  const tom = await as("tom", "lan_access");
  await save(tom, null, 0, link("b", `${address}/beside-tom`));
  const second = look(tom);
  await vi.waitFor(() => expect(stateOf(second, "/beside-tom")).toMatchObject({ state: "up" }));
  vi.spyOn(Date, "now").mockImplementation(() => performance.timeOrigin + performance.now() + 61_000);
  await vi.waitFor(() => expect(stateOf(first, "/beside")).toMatchObject({ state: "up" }));
  vi.restoreAllMocks();
  for (const answer of late) answer();
  await Promise.all([first.stop(), second.stop()]);
});

/** One of the Internet's, which for the time of a test is this machine's own. */
const outside = "192.88.98.7";
const alias = (change: "add" | "del") =>
  spawnSync("/usr/sbin/ip", ["address", change, `${outside}/32`, "dev", "lo"]).status === 0;

function testOutside(): void {
  test("a site of the Internet's leads nobody into the local network, by the right of whom looks as well", async () => {
    alias("add");
    const far = createServer((_, res) => res.writeHead(302, { location: `${address}/inside` }).end());
    try {
      await once(far.listen(0, outside), "listening");
      const url = `http://${outside}:${(far.address() as AddressInfo).port}/`;
      for (const ctx of [await as("tom"), await as("mia", "lan_access")]) await save(ctx, null, 0, link("a", url));
      const [tom, mia] = [look(await as("tom")), look(await as("mia", "lan_access"))];
      await vi.waitFor(() => expect(tom.seen.rows.get(url)).toMatchObject({ state: "up", status: null }));
      expect(asked).toEqual([]);
      await Promise.all([tom.stop(), mia.stop()]);
    } finally {
      far.close();
      alias("del");
    }
  });
}
if (alias("add") && alias("del")) testOutside();
