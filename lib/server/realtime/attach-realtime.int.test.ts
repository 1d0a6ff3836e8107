import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeFolder } from "@/e2e/support/start-tus-server";
import { startRealtime } from "@/e2e/support/start-realtime";
import { limits } from "@/lib/server/base/limits";
import { groups } from "@/lib/server/groups";
import { socketPath } from "./attach-realtime";

const pace = { perSecond: 200, atOnce: 600, beforeWelcome: 8, unsent: 1_000 };
const bounds = { ...limits.webSockets, perNetwork: 2, inAll: 4, anonymousInAll: 2, pace };
let server: Awaited<ReturnType<typeof startRealtime>>;

beforeAll(async () => {
  server = await startRealtime(
    groups.flatMap(({ channels = [] }) => channels),
    { bounds },
  );
});
afterEach(() => server.leave());
afterAll(() => server.close());

test("strangers' sockets leave room for those of people who are signed in", async () => {
  const { connect, root } = server;
  for (const network of ["192.0.2.1", "192.0.2.2"]) expect(await connect(network)).toHaveProperty("connected", false);
  expect(await connect("192.0.2.3")).toBe("websocket error");
  expect(await connect("192.0.2.4", root)).toHaveProperty("connected", true);
});

test("a tab that asks for far more than others does not make them wait", async () => {
  const { path: folder } = makeFolder(server.api);
  const [greedy, usual] = [await server.tab(), await server.tab()];
  const watched = new Promise((resolve) => {
    usual.once("channel/data", (id, frame) => resolve([id, typeof frame === "string" && JSON.parse(frame)]));
  });
  for (let id = 0; id < 2 * bounds.unansweredEvents; id++)
    greedy.emit("channel/open", id, "file/watch", { path: folder });
  for (let id = 0; id < 40; id++) usual.emit("channel/open", id, "file/watch", { path: folder });
  expect(await watched).toEqual([0, { stamp: expect.any(Number) }]);
  expect(usual.connected).toBe(true);
});

/** A socket that says what it likes: of a session, once it is let in. Those of tests before may still be leaving. */
async function rawSocket(url: string, { cookie, token }: { cookie?: string; token?: string } = {}): Promise<WebSocket> {
  const address = `${url.replace("http", "ws")}${socketPath}?EIO=4&transport=websocket`;
  const headers = { origin: url, ...(cookie === undefined ? {} : { cookie }) };
  for (let tries = 0; tries < 100; tries++) {
    const ws = new WebSocket(address, { headers });
    const next = () => new Promise((resolve) => ws.once("message", resolve).once("error", () => resolve(null)));
    if ((await next()) === null) {
      await pause(50);
      continue;
    }
    if (token !== undefined) ws.send(`40${JSON.stringify({ token })}`);
    if (token !== undefined) await next();
    return ws;
  }
  throw new Error("not let in");
}

test.each([
  ["say who they are", (ws: WebSocket) => ws.send('40{"token":"x"}')],
  ["ask for what there is not", (ws: WebSocket) => ws.send("40/elsewhere,")],
  ["ping", (ws: WebSocket) => ws.ping("x".repeat(100))],
])("strangers who %s again and again are cut off", async (_, say) => {
  const ws = await rawSocket(server.url);
  const closed = new Promise((resolve) => ws.once("close", resolve));
  let answers = 0;
  for (const event of ["message", "pong"] as const) ws.on(event, () => answers++);
  ws.on("error", () => {}); // cut off while it sends
  for (let count = 0; count < 5_000; count++) say(ws);
  await closed;
  // The last one's pong is on its way before it is counted.
  expect(answers).toBeLessThanOrEqual(pace.beforeWelcome + 1);
});

test("a message in pieces of a byte is none", async () => {
  const ws = await rawSocket(server.url, server.root);
  const closed = new Promise((resolve) => ws.once("close", resolve));
  for (let count = 0; count < 100; count++) ws.send("x", { fin: false });
  expect(await closed).toBe(1008);
});

test("who says far more than people do is listened to more slowly, and loses nothing", async () => {
  const ws = await rawSocket(server.url, server.root);
  let answers = 0;
  ws.on("message", (text: Buffer) => (answers += text.toString().includes("request/not-found") ? 1 : 0));
  const asked = pace.atOnce + 2 * pace.perSecond;
  const startedMs = performance.now();
  // Of some length: what is in one piece of the connection is heard at once.
  const open = JSON.stringify(["channel/open", 1, "nothing", "x".repeat(5_000)]);
  for (let count = 0; count < asked; count++) ws.send(`42${open}`);
  await expect.poll(() => answers).toBe(asked);
  // oxlint-disable-next-line filedeck/no-clock-verdict -- at least: a slow machine only adds
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
  ws.terminate();
});

test("who reads no answers is not listened to until they do", async () => {
  const quick = { ...pace, perSecond: 100_000, atOnce: 100_000 };
  const other = await startRealtime([], { bounds: { ...bounds, pace: { ...quick, unsent: 100 } } });
  try {
    const ws = await rawSocket(other.url, other.root);
    let answers = 0;
    ws.on("message", (text: Buffer) => (answers += text.toString().startsWith("44/") ? 1 : 0));
    ws.pause();
    // Each is answered with what it asked for: 40 MB that nobody reads.
    const asked = 2_000;
    for (let count = 0; count < asked; count++) ws.send(`40/${"x".repeat(20_000)},`);
    let unheard = -1;
    const heard = () => {
      const before = unheard;
      unheard = ws.bufferedAmount;
      return before - unheard;
    };
    await expect.poll(heard, { interval: 500 }).toBe(0);
    expect(unheard).toBeGreaterThan(1_000_000);
    ws.resume();
    await expect.poll(() => answers).toBe(asked);
    ws.terminate();
  } finally {
    await other.close();
  }
});
