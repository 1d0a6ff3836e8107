import { connect as dial } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { limits } from "@/lib/server/base/limits";
import type { Env } from "@/lib/server/base/env";
import { getApp, startApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors } from "@/lib/server/session/find-actor";
import { endConnections } from "@/lib/server/ssh/connections";
import { setUpConnections } from "@/lib/server/ssh/connections-fixture";
import { liveOf, startForward, stopForwards } from "./live-forwards";
import { createForward, deleteForward, switchForward } from "./manage-forwards";

const { as, db, withPassword, save, somebody, connect, keyOf } = setUpConnections();
const address = "127.0.0.1";
let mia: Ctx;
let wanted: Extract<Parameters<typeof createForward>[0], { kind: "local" }>;

beforeEach(async () => {
  vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
  const root = as("mia");
  mia = { ...root, actor: { ...root.actor, isRoot: true, scopes: null } };
  startApp({ ...getApp(), db: db(), log: mia.log, env: { port: 1 } as Env }); // what is asked for of it
  await db().user.update({ where: { id: "mia" }, data: { isRoot: true } });
  forgetActors();
  const { port } = await withPassword("pw");
  const hostId = await save({ port, password: "pw" }, mia);
  await connect(hostId, somebody().person, mia);
  const target = { target_address: address, target_port: 1 };
  wanted = { host_id: hostId, kind: "local", bind_address: address, bind_port: await freePort({ address }), ...target };
});
afterEach(() => {
  stopForwards();
  vi.unstubAllEnvs();
});

const answers = () =>
  new Promise<boolean>((resolve) => {
    const socket = dial(wanted.bind_port, address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Long enough for one that opens to have opened, were it not over. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 300));

test("one that is turned off, or deleted, while it opens listens no longer, however far it has come", async () => {
  const { id } = await createForward(wanted, mia);
  const turn = (isEnabled: boolean) => switchForward({ id, is_enabled: isEnabled }, mia);
  await vi.waitFor(() => expect(liveOf(id)?.state).toBe("open"));
  for (let turns = 0; turns < 40; turns++) {
    await turn(true);
    for (let rounds = 0; rounds < turns; rounds++) await new Promise((resolve) => setImmediate(resolve));
    await turn(false);
  }
  await soon();
  expect([liveOf(id), await answers()]).toEqual([null, false]);
  await Promise.all([turn(true), deleteForward({ id }, mia).catch(() => {})]).catch(() => {});
  await soon();
  expect([liveOf(id), await answers(), await db().sshForward.count()]).toEqual([null, false, 0]);
});

test("one that is turned off already, or deleted, is not opened", async () => {
  const { id } = await createForward(wanted, mia);
  await switchForward({ id, is_enabled: false }, mia);
  startForward(id);
  await vi.waitFor(() => expect(liveOf(id)).toBeNull());
  await deleteForward({ id }, mia);
  startForward(id);
  await vi.waitFor(() => expect(liveOf(id)).toBeNull());
  expect(await answers()).toBe(false);
});

test("many at once are no more than one after the other", async () => {
  endConnections(() => true);
  const { perUser } = limits.sshForwards;
  const there = { ...wanted, kind: "remote" } as const;
  const made = Array.from({ length: perUser + 10 }, () => keyOf(createForward(there, mia)));
  const keys = await Promise.all(made);
  expect([keys.filter((key) => key === "done").length, await db().sshForward.count()]).toEqual([perUser, perUser]);
  expect(keys.filter((key) => key !== "done")).toEqual(Array.from({ length: 10 }, () => "ssh/too-many"));
});
