import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import ssh2, { type Client } from "ssh2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { removeEntries } from "@/lib/server/file/change-trees";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { createSftpSession } from "@/lib/server/storage/sftp/create-sftp-session";
import type { SftpSession } from "@/lib/server/storage/sftp/protocol/sftp-session";
import { SftpStatus } from "@/lib/server/storage/sftp/protocol/sftp-status";
import { createSftpAdapter } from "@/lib/server/storage/sftp/sftp-adapter";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { setUndoKinds } from "@/lib/server/undo/undo-kinds";
import { undo } from "@/lib/server/undo/undo";
import { undoGroup } from "@/lib/server/undo/undo-group";
import { listTrash } from "./list-trash";
import { emptyTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { sweepTrash } from "./sweep-trash";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashTasks } from "./trash-tasks";
import { trashUndos } from "./trash-undo";

setUndoKinds(trashUndos);
setTaskKinds([...trashTasks, ...(undoGroup.tasks ?? [])]);

const reason = whyNoSshd();
const trash = ".filedeck-trash";
const laterMs = 40 * 86_400_000;

describe.skipIf(reason !== null)(`the trash of a host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  let sshd: Sshd;
  let fixture: TrashFixture;
  let ctx: Ctx;
  let current: { client: Client; session: SftpSession } | null = null;
  let opened = 0;
  let beforeOpen = async () => {};

  async function open(volume: string): Promise<SftpSession> {
    if (volume !== "host") throw new AppError("ssh/not-connected", { host: volume });
    if (current?.session.isEnded === false) return current.session;
    await beforeOpen();
    opened++;
    const sock = connect(sshd.port, "127.0.0.1");
    sock.setNoDelay(true);
    const client = new ssh2.Client();
    client.on("error", () => {}); // the session tells of it
    await new Promise<void>((resolve, reject) => {
      client.once("ready", resolve);
      client.once("error", () => reject(new AppError("storage/away")));
      client.connect({ sock, username: sshd.user, privateKey: sshd.privateKey });
    });
    current = { client, session: await createSftpSession(client) };
    return current.session;
  }

  beforeAll(async () => {
    sshd = await startSshd();
  });
  afterAll(() => sshd.stop());
  beforeEach(async () => {
    fixture = await makeTrashFixture();
    for (const name of ["a", "b", "c"]) writeFileSync(onDisk(name), name);
    ctx = { ...fixture.ctx, storage: storageOn("host") };
  });
  afterEach(async () => {
    current?.client.end();
    current = null;
    beforeOpen = async () => {};
    await fixture.close();
  });

  const adapter = createSftpAdapter(open);
  const storageOn = (volume: string) =>
    adapter.create({
      roots: [{ id: "r", note: "", place: `sftp:${volume}${fixture.root}`, writable: true }],
      scopes: null,
      protectedPaths: [],
      asker: { userId: "mia", tokenId: null },
    });
  const onDisk = (name: string) => path.join(fixture.root, name);
  const remove = async (...names: string[]) =>
    fixture.end(await removeEntries({ files: names.map((name) => at(name)), permanent: false }, ctx));
  const list = async (who = ctx) => (await listTrash({ all: true, limit: 500 }, who)).entries;
  const states = async () => (await ctx.db.trash.findMany()).map(({ state }) => state).toSorted();

  test("what went to the trash with an error is there", async () => {
    const session = await open("host");
    const posixRename = session.posixRename.bind(session);
    const spy = vi.spyOn(session, "posixRename").mockImplementation(async (from, to) => {
      await posixRename(from, to);
      throw new SftpStatus(4, "Failure");
    });
    onTestFinished(() => spy.mockRestore());
    expect(await remove("a")).toMatchObject({ state: "done", failures: [] });
    expect([(await list()).map((one) => one.path), await states()]).toEqual([["r/a"], ["there"]]);
  });

  test("what is deleted is listed, undone and restored, and neither list nor sizes ask the host", async () => {
    mkdirSync(onDisk("d"));
    const deleted = await remove("a", "b", "d");
    expect(deleted).toMatchObject({ state: "done", files: 3 });
    expect(readdirSync(fixture.root)).toEqual([trash, "c"]);
    await fixture.end(await undo({ id: deleted.id }, ctx), ctx);
    expect(readdirSync(fixture.root)).toEqual([trash, "a", "b", "c", "d"]);
    await remove("a", "d");
    await sshd.restart();
    opened = 0;
    const sizes: Record<string, number | null> = {};
    for (const { name, size } of await list()) sizes[name] = size;
    expect(sizes).toEqual({ a: 1, d: null });
    await sweepTrash({ ...ctx, storageOf: async () => ctx.storage });
    expect(opened).toBe(0);
    await fixture.end(await restoreTrash({ ids: (await list()).map(({ id }) => id), conflict: "fail" }, ctx), ctx);
    expect([await list(), readFileSync(onDisk("a"), "utf8")]).toEqual([[], "a"]);
  });

  test("a hundred at once go in order, and those of another host are nobody's here", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${String(index).padStart(3, "0")}`);
    for (const name of names) writeFileSync(onDisk(name), name);
    expect(await remove(...names)).toMatchObject({ state: "done", files: 100, failureCount: 0 });
    expect(await list()).toHaveLength(100);
    const root = { ...ctx, actor: actorOf("tom", true), storage: storageOn("other") };
    expect(await list(root)).toEqual([]);
    expect(await fixture.end(await emptyTrash({ all: true }, root), root)).toMatchObject({ failureCount: 0 });
    expect(await list()).toHaveLength(100);
    expect(await fixture.end(await emptyTrash({ all: false }, ctx))).toMatchObject({ state: "done", failureCount: 0 });
    expect([await list(), readdirSync(onDisk(trash))]).toEqual([[], []]);
  });

  test("an entry whose answer was lost is in the trash, with its record", async () => {
    const put = ctx.storage.trash.put.bind(ctx.storage.trash);
    // It goes, and then the connection does.
    const lost = { ...ctx.storage.trash };
    lost.put = async (file, plan) => {
      await put(file, plan);
      current?.client.end();
      await current?.session.ended;
      throw new AppError("storage/away");
    };
    ctx = { ...ctx, storage: { ...ctx.storage, trash: lost } };
    expect(await remove("a")).toMatchObject({ state: "done", files: 1 });
    expect([(await list()).map(({ name }) => name), await states()]).toEqual([["a"], ["there"]]);
    // The same, and the host is not back at once.
    beforeOpen = async () => {
      throw new AppError("ssh/not-connected", { host: "box" });
    };
    lost.plan = async (file, whose) => {
      const known = beforeOpen;
      beforeOpen = async () => {};
      const plan = await storageOn("host").trash.plan(file, whose);
      beforeOpen = known;
      return plan;
    };
    expect(await remove("b")).toMatchObject({ failures: [{ path: "r/b", error: "storage/away" }] });
    expect(await states()).toEqual(["moving", "there"]);
    expect((await list()).map(({ name }) => name)).toEqual(["a"]);
    beforeOpen = async () => {};
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(["a", "b"]);
  });

  test("the sweep goes by the owners' accounts, asks a host that is away once, and does all others", async () => {
    await remove("a", "b");
    const local = { ...fixture.ctx };
    await fixture.end(await removeEntries({ files: [at("c")], permanent: false }, local));
    await ctx.db.trash.updateMany({ where: { path: "r/a" }, data: { ownerId: "tom" } });
    let asked = 0;
    const away = storageOn("away");
    const find = away.trash.find.bind(away.trash);
    const trashOfTom = { ...away.trash, find: (place: Parameters<typeof find>[0]) => (asked++, find(place)) };
    const storageOf = async (id: string) => (id === "tom" ? { ...away, trash: trashOfTom } : ctx.storage);
    await sweepTrash({ ...local, storageOf }, Date.now() + laterMs);
    expect((await ctx.db.trash.findMany()).map(({ ownerId, path: origin }) => [ownerId, origin])).toEqual([
      ["tom", "r/a"],
    ]);
    expect(asked).toBe(1);
    expect(readdirSync(onDisk(`${trash}/mia`))).toHaveLength(1);
    await sweepTrash({ ...local, storageOf: async () => null }, Date.now() + laterMs);
    expect(await ctx.db.trash.count()).toBe(1);
    await sweepTrash({ ...local, storageOf: async () => ctx.storage }, Date.now() + laterMs);
    expect([await ctx.db.trash.count(), readdirSync(onDisk(trash))]).toEqual([0, []]);
  });

  test("restoring says at once that nobody is connected", async () => {
    await remove("a");
    const [row] = await list();
    current?.client.end();
    await current?.session.ended;
    beforeOpen = async () => {
      throw new AppError("ssh/not-connected", { host: "box" });
    };
    const ids = [row?.id ?? ""];
    await expect(restoreTrash({ ids, conflict: "fail" }, ctx)).rejects.toMatchObject({ key: "ssh/not-connected" });
    expect((await list()).map(({ name }) => name)).toEqual(["a"]);
    expect(await states()).toEqual(["there"]);
  });
});
