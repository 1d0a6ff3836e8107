import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startRealtime } from "@/e2e/support/start-realtime";
import { channels } from "@/lib/contracts/all";
import type { Channel, ChannelEnd } from "@/lib/contracts/channel";
import type { Tab } from "@/lib/client/create-channels";
import { groups } from "@/lib/server/groups";
import { permissionNames } from "@/lib/shared/permissions";

const all = Object.values(channels).flatMap((ofGroup) => Object.values<Channel>(ofGroup));
const wantedBy = ({ access }: Channel) =>
  access === "session" || access === "any-session" ? [] : typeof access === "string" ? [access] : [...access];

let server: Awaited<ReturnType<typeof startRealtime>>;
beforeAll(async () => {
  server = await startRealtime(groups.flatMap(({ channels: ofGroup = [] }) => ofGroup));
});
afterEach(() => server.leave());
afterAll(() => server.close());

/** What a tab is told that opens it. */
function open(socket: Tab, { name }: Channel, input: unknown): Promise<ChannelEnd | "opened"> {
  return new Promise((resolve) => {
    socket.once("channel/opened", () => resolve("opened"));
    socket.once("channel/closed", (_, end) => resolve(end));
    socket.emit("channel/open", Math.floor(Math.random() * 1e9), name, input);
  });
}

test("no socket, and so no channel, without both halves of a session or from another site", async () => {
  const { connect, root } = server;
  expect(await connect("192.0.2.1", { token: root.token })).toBe("auth/required");
  expect(await connect("192.0.2.2", { cookie: root.cookie, token: "" })).toBe("auth/required");
  expect(await connect("192.0.2.3", { ...root, token: "null" })).toBe("auth/required");
  expect(await connect("192.0.2.4", { token: server.api.rootToken })).toBe("auth/required");
  expect(await connect("192.0.2.5", root, { origin: "https://evil.example" })).toBe("request/origin");
  expect(await connect("192.0.2.8", root, { origin: "null" })).toBe("websocket error");
  const { host } = new URL(server.url);
  for (const [origin, named] of [
    ["https://files.example", "files.example:443"],
    ["http://files.example", "files.example:80"],
    ["https://files.example:8443", "files.example:8443"],
  ] as const)
    expect(await connect("192.0.2.9", root, { origin, host: named })).toHaveProperty("connected", true);
  for (const [origin, named] of [
    ["http://files.example", "files.example:443"],
    ["https://files.example:8443", "files.example"],
  ] as const)
    expect(await connect("192.0.2.10", root, { origin, host: named })).toBe("request/origin");
  const proxied = { origin: "https://files.example:8443", host, "sec-fetch-site": "same-origin" };
  expect(await connect("192.0.2.11", root, proxied)).toHaveProperty("connected", true);
  expect(await connect("192.0.2.6", root)).toHaveProperty("connected", true);
});

test("a stranger who says nothing opens none", async () => {
  const socket = await server.connect("192.0.2.7");
  if (typeof socket === "string") throw new Error(socket);
  let isAnswered = false;
  socket.onAny(() => (isAnswered = true));
  for (const { name } of all) socket.io.engine.write(`2${JSON.stringify(["channel/open", 1, name, {}])}`);
  await new Promise((resolve) => socket.io.engine.once("close", resolve));
  expect(isAnswered).toBe(false);
});

test.each(all.filter((channel) => wantedBy(channel).length > 0))(
  "$name refuses whoever has all permissions but its own, before it looks at what was asked",
  async (channel) => {
    const wanted = wantedBy(channel);
    const session = await server.sessionOf(permissionNames.filter((name) => !wanted.includes(name)));
    const socket = await server.tab(session);
    for (const input of [{}, { path: "files" }, null])
      expect(await open(socket, channel, input)).toEqual({
        why: "refused",
        error: "auth/forbidden",
        params: { permission: wanted.join(", ") },
      });
  },
);

test.each(all)("$name answers nonsense clearly, or opens", async (channel) => {
  const socket = await server.tab();
  for (const input of [null, 7, "x", [], { path: 7 }, { path: "../etc" }, { path: "files/\u0000" }, {}]) {
    const answer = await open(socket, channel, input);
    const told = answer === "opened" || !("error" in answer) ? answer : `${answer.why}: ${answer.error}`;
    expect(["opened", "refused: request/invalid"]).toContain(told);
  }
  expect(socket.connected).toBe(true);
});
