import { connect as dial } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { getApp, startApp } from "@/lib/server/runtime/app";
import { forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { recheckAll } from "@/lib/server/session/recheck";
import { setUpConnections } from "@/lib/server/ssh/connections-fixture";
import { portRange } from "@/lib/server/docker/port-range";
import { freePort } from "@/lib/server/process/reserve-fixture";
import type { Env } from "@/lib/server/base/env";
import { liveOf, startForwards, stopForward } from "./live-forwards";
import { createForward, listForwards } from "./manage-forwards";
import { savedPorts } from "./may-listen";

const { as, db, rights, withPassword, save, somebody, connect, keyOf } = setUpConnections();
/** Not the address that anybody may listen on, and on this machine. */
const bindAddress = "127.0.0.2";
const begun: string[] = [];
const usual = portRange.get();
afterEach(() => begun.splice(0).forEach(stopForward));

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = dial(port, bindAddress);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

async function setMia(isRoot: boolean): Promise<void> {
  await db().user.update({ where: { id: "mia" }, data: { isRoot, grants: { ...noGrants, auth_list: rights } } });
  forgetActors();
}

test("what an administrator let listen for others ends with their being one, and comes back with it", async () => {
  const { port } = await withPassword("pw");
  const mia = as("mia");
  startApp({ ...getApp(), db: db(), log: mia.log });
  await setMia(true);
  const admin = { ...mia, actor: { ...mia.actor, isRoot: true, scopes: null } };
  const hostId = await save({ port, password: "pw" }, admin);
  await connect(hostId, somebody().person, admin);
  const bindPort = await freePort({ address: bindAddress });
  const wanted = {
    host_id: hostId,
    kind: "local",
    bind_address: bindAddress,
    bind_port: bindPort,
    target_address: "127.0.0.1",
    target_port: 1,
  } as const;
  expect(await keyOf(createForward(wanted, mia))).toBe("auth/root-only");
  const { id } = await createForward(wanted, admin);
  begun.push(id);
  await vi.waitFor(() => expect(liveOf(id)?.state).toBe("open"));
  expect(await answers(bindPort)).toBe(true);
  await setMia(false);
  await recheckAll();
  await vi.waitFor(async () => expect(await answers(bindPort)).toBe(false));
  await vi.waitFor(() => expect(liveOf(id)).toMatchObject({ state: "waiting", error: "auth/root-only" }));
  await setMia(true);
  await vi.waitFor(() => expect(liveOf(id)?.state).toBe("open"));
});

test("whoever is no administrator listens in the range, and where no forward of others does, turned on or not", async () => {
  const { port } = await withPassword("pw");
  vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
  startApp({ ...getApp(), db: db(), log: as("mia").log, env: { port: 31_600 } as Env }); // what is asked for of it
  const of = async (userId: "mia" | "tom") => {
    const ctx = as(userId);
    const hostId = await save({ port, password: "pw" }, ctx);
    await connect(hostId, somebody().person, ctx);
    return async (bindPort: number, kind: "local" | "remote" | "dynamic" = "local") => {
      const listening = { host_id: hostId, bind_address: "127.0.0.1", bind_port: bindPort };
      const target = { target_address: "127.0.0.1", target_port: 1 };
      const made = createForward(kind === "dynamic" ? { ...listening, kind } : { ...listening, ...target, kind }, ctx);
      const key = await keyOf(made);
      if (key === "done") begun.push((await made).id);
      return key;
    };
  };
  const [mia, tom] = [await of("mia"), await of("tom")];
  const free = await freePort({ address: bindAddress, first: 31_700, last: 32_300, run: 2 });
  for (const beyond of [5_432, 30_500, 32_400, 31_600]) {
    expect([beyond, await mia(beyond)]).toEqual([beyond, "ssh/port-range"]);
    expect([beyond, await mia(beyond, "dynamic")]).toEqual([beyond, "ssh/port-range"]);
  }
  // There the host decides.
  expect(await mia(free, "remote")).toBe("done");
  expect(await mia(free)).toBe("done");
  expect(await savedPorts(db())).toEqual([{ userId: "mia", port: free }]);
  await db().sshForward.updateMany({ data: { isEnabled: false } });
  expect([await tom(free), await tom(free, "dynamic"), await tom(free + 1)]).toEqual([
    "ssh/others-port",
    "ssh/others-port",
    "done",
  ]);
  // One that is saved beyond what is the range by now stops, and says why.
  const [saved] = await db().sshForward.findMany({ where: { bindPort: free + 1 } });
  await vi.waitFor(() => expect(liveOf(saved?.id ?? "")?.state).toBe("open"));
  await portRange.save(db(), { first: 31_500, last: free });
  try {
    await recheckAll();
    await vi.waitFor(async () =>
      expect((await listForwards({}, as("tom"))).forwards).toMatchObject([{ error: "ssh/port-range" }]),
    );
    stopForward(saved?.id ?? "");
    await startForwards(db());
    await vi.waitFor(() =>
      expect(liveOf(saved?.id ?? "")).toMatchObject({ state: "waiting", error: "ssh/port-range" }),
    );
  } finally {
    await portRange.save(db(), usual);
    vi.unstubAllEnvs();
  }
});
