import { once } from "node:events";
import { connect as dial, createServer, type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { getApp, startApp } from "@/lib/server/runtime/app";
import { forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { recheckAll } from "@/lib/server/session/recheck";
import { setUpConnections } from "@/lib/server/ssh/connections-fixture";
import { liveOf, stopForward } from "./live-forwards";
import { createForward } from "./manage-forwards";

const { as, db, rights, withPassword, save, somebody, connect, keyOf } = setUpConnections();
/** Not the address that anybody may listen on, and on this machine. */
const bindAddress = "127.0.0.2";
const begun: string[] = [];
afterEach(() => begun.splice(0).forEach(stopForward));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, bindAddress);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a TCP server
  server.close();
  await once(server, "close");
  return port;
}

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
  const bindPort = await freePort();
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
  await vi.waitFor(() => expect(liveOf(id)?.state).toBe("open"), { timeout: 5_000 });
  expect(await answers(bindPort)).toBe(true);
  await setMia(false);
  await recheckAll();
  await vi.waitFor(async () => expect(await answers(bindPort)).toBe(false), { timeout: 5_000 });
  await vi.waitFor(() => expect(liveOf(id)).toMatchObject({ state: "waiting", error: "auth/root-only" }), {
    timeout: 5_000,
  });
  await setMia(true);
  await vi.waitFor(() => expect(liveOf(id)?.state).toBe("open"), { timeout: 10_000 });
}, 30_000);
