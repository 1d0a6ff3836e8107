import { truncateSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

/** Asks and takes next to nothing of the answer; `begun` is its first line, once it comes. */
function ask(target: string, token: string): { socket: Socket; begun: Promise<string> } {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n\r\n`);
  const begun = new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => {
      socket.pause();
      resolve(chunk.toString("latin1").split("\r\n", 1)[0] ?? "");
    });
  });
  return { socket, begun };
}

test("one user's slow readers stand in nobody's way but their own", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "large"), "");
  truncateSync(path.join(dir, "large"), 64 * 1024 * 1024);
  const [slow, other] = [await server.makeUser([dir]), await server.makeUser([dir])];
  const target = `/api/file/download?file=${folder}/large`;
  const all = Array.from({ length: limits.downloads.atOnce }, () => ask(target, slow.token));
  expect(new Set(await Promise.all(all.map(({ begun }) => begun)))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  const next = ask(target, slow.token);
  let hasBegun = false;
  void next.begun.then(() => (hasBegun = true));
  expect(await ask(target, other.token).begun).toBe("HTTP/1.1 200 OK");
  expect(hasBegun).toBe(false);
  all[0]?.socket.destroy();
  expect(await next.begun).toBe("HTTP/1.1 200 OK");
});

test("far too many are told so, and when to come again", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "large"), "");
  truncateSync(path.join(dir, "large"), 64 * 1024 * 1024);
  const { token } = await server.makeUser([dir]);
  const target = `/api/file/download?file=${folder}/large`;
  const { atOnce, maxWaiting } = limits.downloads;
  const all = Array.from({ length: atOnce + maxWaiting }, () => ask(target, token));
  await Promise.all(all.slice(0, atOnce).map(({ begun }) => begun));
  const refused = await server.send("GET", target, { token });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
});
