import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import ssh2, { type ServerConfig } from "ssh2";
import { afterEach, expect, test, vi } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { setUpConnections } from "./connections-fixture";
import { newHostKey } from "./ssh-server-fixture";

const { save, somebody, connect, keyOf, servers } = setUpConnections();
const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

/** What a host offers and nothing else. */
async function serveOnly(algorithms: ServerConfig["algorithms"]): Promise<number> {
  const server = new ssh2.Server(
    { hostKeys: [newHostKey()], ...(algorithms === undefined ? {} : { algorithms }) },
    (connection) => {
      connection.on("error", () => {});
      connection.on("authentication", (attempt) => attempt.accept());
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push({ close: async () => void server.close() });
  return (server.address() as AddressInfo).port; // of a TCP server
}

test.each<[string, ServerConfig["algorithms"]]>([
  [
    "a group of its own, of which Node would look for a minute whether it is a prime",
    { kex: ["diffie-hellman-group-exchange-sha256"] },
  ],
  ["the largest group", { kex: ["diffie-hellman-group18-sha512"] }],
  ["nothing that is not compressed", { compress: ["zlib@openssh.com"] }],
])("a host that has %s is refused", async (_, algorithms) => {
  const id = await save({ port: await serveOnly(algorithms), password: "pw" });
  expect(await keyOf(connect(id, somebody().person))).toMatch(/^ssh\/(?:no-algorithm|handshake)$/);
});

/** A host in a thread of its own, which does this once somebody has signed in. Without ssh2's own words for it: it speaks as no server does. */
async function serveInThread(afterSignIn: string): Promise<number> {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { Server } = require("ssh2");
    const server = new Server({ hostKeys: [workerData], keepaliveInterval: 0, algorithms: { cipher: ["aes128-gcm@openssh.com"] } }, (connection) => {
      connection.on("error", () => {});
      connection.on("authentication", (attempt) => attempt.accept());
      connection.on("ready", () => setTimeout(() => afterSignIn(connection, connection._protocol, connection._sock), 200));
    });
    const packet = (protocol, type) => {
      const bytes = protocol._cipher.allocPacket(1 + 4 + 1 + 1);
      bytes[5] = type;
      bytes.writeUInt32BE(1, 6);
      bytes[10] = 120;
      bytes[11] = 1;
      protocol._cipher.encrypt(bytes);
    };
    function afterSignIn(connection, protocol, socket) { ${afterSignIn} }
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
  `;
  const worker = new Worker(code, { eval: true, workerData: newHostKey() });
  workers.push(worker);
  const [port] = (await once(worker, "message")) as [number]; // as it is said there
  return port;
}

test("one that asks without end, and takes no answer, keeps nobody else waiting and is not read on", async () => {
  // Some tens of bytes each, of which all want to be answered.
  const port = await serveInThread(`
    socket.pause();
    let left = 600_000;
    const go = () => {
      if (socket.destroyed || left <= 0) return;
      socket.cork();
      for (let at = 0; at < 1_000; at++) packet(protocol, 80);
      for (let at = 0; at < 1_001; at++) socket.uncork();
      left -= 1_000;
      parentPort.postMessage(left);
      if (socket.writableLength > 4e6) socket.once("drain", go);
      else setImmediate(go);
    };
    go();
  `);
  const id = await save({ port, password: "pw" });
  const { client } = await connect(id, somebody().person);
  let left = 600_000;
  workers.at(-1)?.on("message", (message: number) => (left = message));
  const { turns } = await countTurns(async () => {
    // It is read until its answers are not taken, and no further.
    for (let last = 0; left !== last;) {
      last = left;
      await pause(1_000);
    }
  });
  expect([left > 100_000, turns > 100]).toEqual([true, true]);
  client.destroy();
});

test("one that wants new keys again and again is left", async () => {
  const port = await serveInThread(`
    const again = () => void (socket.destroyed || connection.rekey(again));
    again();
  `);
  const id = await save({ port, password: "pw" });
  const { client } = await connect(id, somebody().person);
  const heard = vi.fn<() => void>();
  client.on("handshake", heard);
  await once(client, "close");
  expect(heard.mock.calls.length).toBeGreaterThan(10);
  expect(heard.mock.calls.length).toBeLessThan(30);
});
