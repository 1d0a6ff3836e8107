import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { limits } from "@/lib/server/base/limits";
import { attachRealtime, socketPath } from "./attach-realtime";

const bounds = { ...limits.webSockets, perNetwork: 2, inAll: 4, strangersInAll: 2 };
let api: TusServer;
let server: Server;
let url = "";
let session = { cookie: "", token: "" };
const open: Socket[] = [];

beforeAll(async () => {
  api = await startTusServer();
  server = createServer();
  attachRealtime(server, { basePath: "" }, bounds);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a port, not a pipe
  const body = JSON.stringify({ username: "root", password: "correct-horse-battery" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${api.url}/api/user/login`, { method: "POST", body, headers });
  const { data } = (await answer.json()) as { data: { token: string } };
  const line = answer.headers.getSetCookie().find((one) => one.startsWith("filedeck.session="));
  session = { cookie: line?.split(";")[0] ?? "", token: data.token };
});
afterEach(() => open.splice(0).forEach((socket) => socket.disconnect()));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

/** A tab; a stranger's says nothing of a session. Resolves once it is let in as far as it will be. */
function connect(network: string, { cookie, token }: Partial<typeof session> = {}): Promise<Socket | string> {
  const extraHeaders = { origin: url, "x-forwarded-for": network, ...(cookie === undefined ? {} : { cookie }) };
  const socket = io(url, {
    path: socketPath,
    addTrailingSlash: false,
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    // Who says nothing keeps the place until its time is over.
    auth: (say) => token !== undefined && say({ token }),
    extraHeaders,
  });
  open.push(socket);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", (error) => resolve(error.message));
    // Let in as far as a stranger gets: it may say who it is.
    if (token === undefined) socket.io.engine.once("open", () => resolve(socket));
  });
}

test("strangers' sockets leave room for those of people who are signed in", async () => {
  for (const network of ["192.0.2.1", "192.0.2.2"]) expect(await connect(network)).toHaveProperty("connected", false);
  expect(await connect("192.0.2.3")).toBe("websocket error");
  expect(await connect("192.0.2.4", session)).toHaveProperty("connected", true);
});

test("a tab that asks for far more than it waits for is cut off, and others are not", async () => {
  const { path: folder } = makeFolder(api);
  const [greedy, usual] = [await connect("192.0.2.5", session), await connect("192.0.2.6", session)];
  if (typeof greedy === "string" || typeof usual === "string") throw new Error("not let in");
  const ended = new Promise((resolve) => {
    greedy.once("disconnect", resolve);
  });
  for (let count = 0; count < 2 * bounds.unansweredEvents; count++) greedy.emit("folder/watch", { path: folder });
  expect(await ended).toMatch(/disconnect|close/);
  const watched = new Promise((resolve) => {
    usual.once("folder/watched", resolve);
  });
  for (let count = 0; count < 40; count++) usual.emit("folder/watch", { path: folder });
  expect(await watched).toMatchObject({ path: folder });
  expect(usual.connected).toBe(true);
});
