import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import type { UpOf } from "@/lib/contracts/channel";
import type { terminalChannels } from "@/lib/contracts/terminal";
import type { Access } from "@/lib/contracts/endpoint";
import type { Permission } from "@/lib/shared/permissions";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { recheckAll } from "@/lib/server/session/recheck";
import { forgetActors } from "@/lib/server/session/find-actor";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { attachTerminal } from "./attach-terminal";
import { listTerminals } from "./list-terminals";
import { dismissLostTerminals, keepList } from "./lost-terminals";
import { openShell } from "./open-shell";
import { leaveTerminal, shareTerminal } from "./share-terminal";
import { addTerminal, allTerminals, findTerminal, removeTerminal, type OwnedTerminal } from "./terminals";

type Up = UpOf<(typeof terminalChannels)["attach"]>;

let fixture: TrashFixture;
let mia: Ctx;
let tom: Ctx;
let terminal: OwnedTerminal;
const size = { cols: 80, rows: 24 };
const grants = { auth_list: ["terminal"], access_dirs: [], not_access_dirs: [], only_read_dirs: [] };

beforeEach(async () => {
  fixture = await makeTrashFixture();
  forgetActors();
  const rest = { ...fixture.ctx, about: () => {} };
  mia = { ...rest, actor: actorOf("mia") };
  tom = { ...rest, actor: { ...actorOf("tom"), permissions: new Set(["terminal"]) } };
  await rest.db.user.update({ where: { id: "tom" }, data: { grants } });
  terminal = await addTerminal(
    { userId: "mia", ownerName: "mia", sessionId: null, hostId: null, access: "terminal" },
    { size, open: () => openShell({ cwd: fixture.root, size }) },
  );
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
  forgetActors();
  await fixture.close();
});

const ownerOf = ({ actor }: Ctx) => ({
  userId: userIdOf(actor),
  ownerName: actor.username,
  sessionId: null,
  hostId: null,
});

async function grant({ actor, db }: Ctx, permissions: readonly Permission[]): Promise<void> {
  await db.user.update({
    where: { id: userIdOf(actor) },
    data: { grants: { ...grants, auth_list: [...permissions] } },
  });
  forgetActors();
}

/** A browser at the terminal. */
function attach({ actor, storage, db, log }: Ctx, own = size) {
  const leave = new AbortController();
  const seen = { text: "", isOver: false };
  const typed: Up[] = [];
  let wake = () => {};
  async function* received() {
    while (!leave.signal.aborted) {
      const next = typed.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const over = attachTerminal(
    { id: terminal.id, ...own },
    { actor, storage, db, log, signal: leave.signal },
    { send: async (bytes) => void (seen.text += Buffer.from(bytes).toString()), received: received() },
  ).finally(() => (seen.isOver = true));
  return {
    seen,
    over,
    type: (text: string) => {
      typed.push({ type: "input", text });
      wake();
    },
    leave: () => leave.abort(),
  };
}

const share = (mayType: boolean) => shareTerminal({ id: terminal.id, guests: [{ username: "tom", mayType }] }, mia);
const until = (look: { seen: { text: string } }, wanted: RegExp) =>
  vi.waitFor(() => expect(look.seen.text).toMatch(wanted));

test("whoever is shown a terminal sees it and no more, until they may type, and until it is over", async () => {
  await expect(attach(tom).over).rejects.toMatchObject({ key: "terminal/gone" });
  await share(false);
  const guest = attach(tom, { cols: 40, rows: 10 });
  await terminal.write("echo he''llo\n");
  await until(guest, /hello/);
  expect(terminal.info()).toMatchObject(size);
  guest.type("echo int''ruder\n");
  await share(true);
  guest.type("echo he''lper\n");
  await until(guest, /helper/);
  expect(guest.seen.text).not.toContain("intruder");
  await shareTerminal({ id: terminal.id, guests: [] }, mia);
  await guest.over;
  await expect(attach(tom).over).rejects.toMatchObject({ key: "terminal/gone" });
  expect(terminal.info().exit).toBeNull();
});

test("the list says whose it is and what may be done; a guest can leave it but not end or share it", async () => {
  await share(true);
  expect(await listTerminals({}, mia)).toMatchObject({
    terminals: [{ owner: null, mayType: true, guests: [{ username: "tom", mayType: true }] }],
  });
  expect(await listTerminals({}, tom)).toMatchObject({ terminals: [{ owner: "mia", mayType: true, guests: [] }] });
  expect(() => findTerminal(terminal.id, "tom")).toThrow(expect.objectContaining({ key: "terminal/gone" }));
  await expect(shareTerminal({ id: terminal.id, guests: [] }, tom)).rejects.toMatchObject({ key: "terminal/gone" });
  await leaveTerminal({ id: terminal.id }, tom);
  expect((await listTerminals({}, tom)).terminals).toEqual([]);
});

test("whoever is limited to commands sees it, and never types", async () => {
  await share(true);
  const { db } = fixture.ctx;
  await db.role.create({ data: { id: "limited", name: "limited", grants: { ...grants, commands: [] } } });
  await db.user.update({ where: { id: "tom" }, data: { roleId: "limited" } });
  forgetActors();
  const guest = attach(tom, { cols: 40, rows: 10 });
  guest.type("echo int''ruder\n");
  expect(await listTerminals({}, tom)).toMatchObject({ terminals: [{ owner: "mia", mayType: false }] });
  await terminal.write("echo he''llo\n");
  await until(guest, /hello/);
  expect(guest.seen.text).not.toContain("intruder");
  expect(terminal.info()).toMatchObject(size);
  await expect(share(true)).rejects.toMatchObject({ key: "terminal/limited-guest", params: { name: "tom" } });
  await share(false);
});

test.each(["nobody", "mia"])("it is not shown to %s", async (username) => {
  const guests = [{ username, mayType: false }];
  await expect(shareTerminal({ id: terminal.id, guests }, mia)).rejects.toMatchObject({
    key: "terminal/no-such-guest",
  });
});

test("nor to a user who may use no terminals, of whom nothing is told", async () => {
  await fixture.ctx.db.user.update({ where: { id: "tom" }, data: { grants: { ...grants, auth_list: [] } } });
  forgetActors();
  await expect(share(false)).rejects.toMatchObject({ key: "terminal/no-such-guest", params: { name: "tom" } });
});

test.each<[Permission, Access, string]>([
  ["sys_view", "terminal", "terminal/no-such-guest"],
  ["docker_view", "terminal", "terminal/no-such-guest"],
  ["ssh_proxy", "terminal", "terminal/no-such-guest"],
  ["terminal", "ssh_proxy", "terminal/no-such-guest"],
  ["ssh_proxy", "ssh_proxy", "done"],
  ["docker_container_rule", ["docker_container_update", "docker_container_rule"], "done"],
  ["sys_view", "sys_view", "done"],
])("to show who has %s what takes %j: %s", async (permission, access, outcome) => {
  await grant(tom, [permission]);
  const { username } = tom.actor;
  const open = () => openShell({ cwd: fixture.root, size });
  const other = await addTerminal({ ...ownerOf(mia), access }, { size, open });
  const asked = shareTerminal({ id: other.id, guests: [{ username, mayType: true }] }, mia);
  const key = await asked.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
  expect(key).toBe(outcome);
});

test("a guest who may not have this very one is none", async () => {
  const open = () => openShell({ cwd: fixture.root, size });
  const owner = { ...ownerOf(mia), access: "terminal" as const };
  const other = await addTerminal({ ...owner, admits: (guest) => guest.username !== "tom" }, { size, open });
  await expect(
    shareTerminal({ id: other.id, guests: [{ username: "tom", mayType: false }] }, mia),
  ).rejects.toMatchObject({ key: "terminal/no-such-guest" });
});

test("a right that is taken ends at once what a guest types, and soon what they see", async () => {
  await share(true);
  const guest = attach(tom);
  guest.type("echo he''lper\n");
  await until(guest, /helper/);
  await grant(tom, ["sys_view"]);
  guest.type("echo int''ruder\n");
  await terminal.write("echo st''ill\n");
  await until(guest, /still/);
  expect(guest.seen.text).not.toContain("int''ruder");
  await recheckAll();
  await guest.over;
  expect((await listTerminals({}, tom)).terminals).toEqual([]);
  await expect(attach(tom).over).rejects.toMatchObject({ key: "terminal/gone" });
});

test("what was open when the server ended is told after its start, to its owner alone, until it is dismissed", async () => {
  const { db } = fixture.ctx;
  const stop = await keepList(fixture.ctx);
  await terminal.write("printf '\\e]2;the build\\a'; echo do''ne\n");
  await vi.waitFor(() => expect(terminal.info().title).toBe("the build"));
  const closed = await addTerminal(
    { userId: "mia", ownerName: "mia", sessionId: null, hostId: null, access: "terminal" },
    { size, open: () => openShell({ cwd: fixture.root, size }) },
  );
  await vi.waitFor(async () => expect(await db.openTerminal.count()).toBe(2));
  await removeTerminal(closed);
  await stop();
  expect((await listTerminals({}, mia)).lost).toEqual([]);
  await removeTerminal(terminal);
  // As the next run of the server.
  const stopNext = await keepList(fixture.ctx);
  expect((await listTerminals({}, mia)).lost).toMatchObject([{ title: "the build", hostId: null }]);
  expect((await listTerminals({}, tom)).lost).toEqual([]);
  await stopNext();
  await (
    await keepList(fixture.ctx)
  )();
  expect((await listTerminals({}, mia)).lost).toHaveLength(1);
  await dismissLostTerminals({}, mia);
  expect((await listTerminals({}, mia)).lost).toEqual([]);
  expect(await db.openTerminal.count()).toBe(0);
});
