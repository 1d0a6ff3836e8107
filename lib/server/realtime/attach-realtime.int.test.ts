import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeFolder } from "@/e2e/support/start-tus-server";
import { startRealtime } from "@/e2e/support/start-realtime";
import { limits } from "@/lib/server/base/limits";
import { groups } from "@/lib/server/groups";

const bounds = { ...limits.webSockets, perNetwork: 2, inAll: 4, anonymousInAll: 2 };
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

test("a tab that asks for far more than it waits for is cut off, and others are not", async () => {
  const { path: folder } = makeFolder(server.api);
  const [greedy, usual] = [await server.tab(), await server.tab()];
  const ended = new Promise((resolve) => {
    greedy.once("disconnect", resolve);
  });
  for (let id = 0; id < 2 * bounds.unansweredEvents; id++)
    greedy.emit("channel/open", id, "file/watch", { path: folder });
  expect(await ended).toMatch(/disconnect|close/);
  const watched = new Promise((resolve) => {
    usual.once("channel/data", (id, frame) => resolve([id, typeof frame === "string" && JSON.parse(frame)]));
  });
  for (let id = 0; id < 40; id++) usual.emit("channel/open", id, "file/watch", { path: folder });
  expect(await watched).toEqual([0, { stamp: expect.any(Number) }]);
  expect(usual.connected).toBe(true);
});
