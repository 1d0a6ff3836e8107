import { EventEmitter, once } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Db } from "@/lib/server/db/open-db";
import { allConnections, stateOf } from "./connections";
import { setUpConnections } from "./connections-fixture";
import { deleteHost, updateHost } from "./manage-hosts";
import type { Person } from "./person";
import { sweepUnsaved } from "./sweep-connections";

const { as, withPassword, save, somebody, connect, keyOf, db: dbNow } = setUpConnections();
let db: Db;
beforeEach(() => {
  db = dbNow();
});

type Change = (ids: { box: string; jump: string }) => Promise<unknown>;
const ofTheWay: Record<string, Change> = {
  "the host is pointed elsewhere": ({ box }) => updateHost({ id: box, port: 1 }, as("mia")),
  "the host is deleted": ({ box }) => deleteHost({ id: box }, as("mia")),
  "the host that leads there is pointed elsewhere": ({ jump }) => updateHost({ id: jump, port: 1 }, as("mia")),
  "the host that leads there gets another password": ({ jump }) =>
    updateHost({ id: jump, password: "other" }, as("mia")),
  "the host that leads there is deleted": ({ jump }) => deleteHost({ id: jump }, as("mia")),
};

/** One behind another, and one beside them. */
async function serveWay({ password }: { password: string | null }) {
  const [first, last] = [await withPassword("jump"), await withPassword("pw")];
  const jump = await save({ port: first.port, name: "jump", password: "jump" });
  const box = await save({ port: last.port, password, jump_id: jump });
  return { first, last, ids: { jump, box } };
}

/** Somebody who is asked something, and answers when they are told to. */
function hesitant(answer: string) {
  const news = new EventEmitter();
  const [asked, told] = [once(news, "asked"), once(news, "told")];
  const person: Person = {
    trusts: async () => true,
    answer: async () => {
      news.emit("asked");
      await told;
      return { answers: [answer], keep: true };
    },
  };
  return { person, asked, answer: () => news.emit("told") };
}

const passwordsOf = async (ids: readonly string[]) =>
  (await db.sshHost.findMany({ where: { id: { in: [...ids] } } })).map(({ password }) => password);

describe("a connection ends, and what is being made as well, when", () => {
  test.each(Object.entries(ofTheWay))("%s", async (_, change) => {
    const { last, ids } = await serveWay({ password: "pw" });
    await connect(ids.box, somebody().person);
    expect([allConnections().length, last.connections()]).toEqual([1, 1]);
    await change(ids);
    expect(allConnections()).toEqual([]);
    await vi.waitFor(() => expect(last.connections()).toBe(0));
  });

  test.each(Object.entries(ofTheWay))("%s while somebody is asked", async (_, change) => {
    const { last, ids } = await serveWay({ password: null });
    const { person, asked, answer } = hesitant("pw");
    const made = keyOf(connect(ids.box, person));
    await asked;
    await change(ids);
    expect(stateOf({ userId: "mia", hostId: ids.box })).toBe("none");
    answer();
    expect(await made).toBe("ssh/lost");
    expect(allConnections()).toEqual([]);
    await vi.waitFor(() => expect(last.connections()).toBe(0));
    expect(await passwordsOf([ids.box])).toEqual([null].slice(0, await db.sshHost.count({ where: { id: ids.box } })));
  });
});

test("what was typed for another place is not saved for the host, and nobody is connected", async () => {
  const { last, ids } = await serveWay({ password: null });
  const { person } = somebody();
  // Between what the change writes and what it ends.
  const answer = async () => {
    await db.sshHost.update({ where: { id: ids.jump }, data: { port: 1 } });
    return { answers: ["pw"], keep: true };
  };
  expect(await keyOf(connect(ids.box, { ...person, answer }))).toBe("ssh/not-found");
  expect(await passwordsOf([ids.box])).toEqual([null]);
  await vi.waitFor(() => expect(last.connections()).toBe(0));
});

test("what was typed is not saved in an account that has changed hands meanwhile", async () => {
  const { ids } = await serveWay({ password: null });
  const answer = async () => {
    await db.user.update({ where: { id: "mia" }, data: { resetAt: new Date() } });
    return { answers: ["pw"], keep: true };
  };
  expect(await keyOf(connect(ids.box, { ...somebody().person, answer }))).toBe("ssh/not-found");
  expect(await passwordsOf([ids.box])).toEqual([null]);
});

test("passwords of several hosts on a way are saved", async () => {
  const { ids } = await serveWay({ password: null });
  await updateHost({ id: ids.jump, password: null }, as("mia"));
  const { person } = somebody();
  const answers = ["jump", "pw"];
  await connect(ids.box, { ...person, answer: async () => ({ answers: [answers.shift() ?? ""], keep: true }) });
  expect((await passwordsOf([ids.jump, ids.box])).every((password) => password !== null)).toBe(true);
});

test("a host that was typed to connect once stays as long as it leads somebody elsewhere", async () => {
  const { ids } = await serveWay({ password: "pw" });
  const old = new Date(Date.now() - 3_600_000);
  await db.sshHost.update({ where: { id: ids.jump }, data: { isSaved: false, createdAt: old } });
  await connect(ids.box, somebody().person);
  await sweepUnsaved(db);
  expect(await db.sshHost.count({ where: { id: ids.jump } })).toBe(1);
  await deleteHost({ id: ids.box }, as("mia"));
  await sweepUnsaved(db);
  expect(await db.sshHost.count({ where: { id: ids.jump } })).toBe(0);
});
