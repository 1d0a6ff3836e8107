import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startRealtime } from "@/e2e/support/start-realtime";
import { channel, type ChannelEnd, type DownOf, type OpenInputOf, type UpInputOf } from "@/lib/contracts/channel";
import { limits } from "@/lib/server/base/limits";
import { endSessions } from "@/lib/server/session/end-sessions";
import { forgetActors } from "@/lib/server/session/find-actor";
import { recheckAll } from "@/lib/server/session/recheck";
import { defaultSignInRules, setSignInRules } from "@/lib/server/session/sign-in-rules";
import { AppError } from "@/lib/shared/errors";
import { costOf, frameBytes } from "@/lib/shared/channel-flow";
import { UnfitMessageError } from "./send-fitting";
import { serveChannels } from "./serve-channels";

const highWaterBytes = 128 * 1024;
const flow = { summary: "", access: "file_read", highWaterBytes } as const;
const examples = {
  echo: channel({ ...flow, name: "test/echo", open: z.object({}), up: "bytes", down: "bytes" }),
  count: channel({
    ...flow,
    name: "test/count",
    open: z.object({ to: z.number().int().min(0) }),
    up: null,
    down: z.object({ at: z.number() }),
  }),
  flood: channel({ ...flow, name: "test/flood", open: z.object({ bytes: z.number() }), up: null, down: "bytes" }),
  ask: channel({ ...flow, name: "test/ask", open: z.object({}), up: z.object({ word: z.string() }), down: null }),
  idle: channel({ ...flow, name: "test/idle", open: z.object({}), up: "bytes", down: null }),
};
type Example = (typeof examples)[keyof typeof examples];
type Named<N> = Extract<Example, { name: N }>;

/** What the services of the last test have seen. */
let seen: { sentBytes: number; words: string[]; ended: number };
const block = Buffer.alloc(256 * 1024, "x");

const served = serveChannels(examples, {
  echo: async (_, __, { send, received }) => {
    for await (const bytes of received) await send(bytes);
  },
  count: async ({ to }, _, { send }) => {
    for (let at = 0; at < to; at++) await send({ at });
    // What the contract does not know is refused to the service, which may go on.
    if (to === 2) {
      await send({ at: Number.NaN }).catch((error: unknown) => {
        if (!(error instanceof UnfitMessageError)) throw error;
      });
      await send({ at: 2 });
    }
    if (to === 0) throw new AppError("file/not-found", { name: "nothing" });
  },
  flood: async ({ bytes }, _, { send }) => {
    for (; seen.sentBytes < bytes; seen.sentBytes += 32 * 1024) await send(block.subarray(0, 32 * 1024));
  },
  ask: async (_, __, { received }) => {
    for await (const { word } of received) seen.words.push(word);
  },
  idle: async (_, { signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    seen.ended++;
  },
});

let server: Awaited<ReturnType<typeof startRealtime>>;
beforeAll(async () => {
  const number = { perNetwork: 30, inAll: 40 };
  server = await startRealtime(served, { channelBounds: { ...limits.channels, number } });
});
afterEach(() => {
  server.leave();
});
afterAll(() => server.close());

type Opening<N extends Example["name"]> = (
  name: N,
  input: OpenInputOf<Named<N>>,
  ear: { onMessage: (message: DownOf<Named<N>>) => void | Promise<void>; onClose: (end: ChannelEnd) => void },
) => { send: (message: UpInputOf<Named<N>>) => Promise<void>; close: () => void };

function withEnd() {
  let resolve: (end: ChannelEnd) => void = () => {};
  const promise = new Promise<ChannelEnd>((ended) => (resolve = ended));
  return { promise, resolve };
}

/** A tab's channels, with a promise for how one of them ends. */
async function tabOf(...[session]: Parameters<typeof server.channelsOf>) {
  seen = { sentBytes: 0, words: [], ended: 0 };
  const tab = await server.channelsOf<Example>(session);
  const open = <N extends Example["name"]>(
    name: N,
    input: OpenInputOf<Named<N>>,
    onMessage: (message: DownOf<Named<N>>) => void | Promise<void> = () => {},
  ) => {
    const { promise: ended, resolve: onClose } = withEnd();
    const openChannel = tab.openChannel as unknown as Opening<N>; // the same, which the compiler does not see of any name
    return { ...openChannel(name, input, { onMessage, onClose }), ended };
  };
  return { ...tab, open };
}

test("bytes go both ways, whole and in order, however many", async () => {
  const { open } = await tabOf();
  const bytes = Uint8Array.from({ length: 1_000_003 }, (_, index) => (index * 31) % 256);
  const back: Uint8Array[] = [];
  const echo = open("test/echo", {}, (piece) => void back.push(piece));
  await echo.send(bytes);
  await vi.waitFor(() => expect(back.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length));
  expect(Buffer.concat(back).equals(bytes)).toBe(true);
  echo.close();
  await expect(echo.send(bytes)).rejects.toThrow("request/cancelled");
});

test("values arrive before the end, which says why", async () => {
  const { open } = await tabOf();
  const heard: number[] = [];
  expect(await open("test/count", { to: 300 }, ({ at }) => void heard.push(at)).ended).toEqual({ why: "ended" });
  expect(heard).toEqual(Array.from({ length: 300 }, (_, at) => at));
  const fitting: number[] = [];
  expect(await open("test/count", { to: 2 }, ({ at }) => void fitting.push(at)).ended).toEqual({ why: "ended" });
  expect(fitting).toEqual([0, 1, 2]);
  const failed = await open("test/count", { to: 0 }).ended;
  expect(failed).toEqual({ why: "failed", error: "file/not-found", params: { name: "nothing" } });
  expect(await open("test/count", { to: -1 }).ended).toMatchObject({ why: "refused", error: "request/invalid" });
  const nothing = "test/nothing" as "test/count"; // a name that nobody serves
  expect(await open(nothing, { to: 1 }).ended).toMatchObject({ why: "refused", error: "request/not-found" });
});

test("a service that sends 200 MB stops at the high water of a reader that acknowledges nothing, and goes on with it", async () => {
  const { open } = await tabOf();
  const total = 200 * 1024 * 1024;
  let goOn = () => {};
  const stopped = new Promise<void>((resolve) => (goOn = resolve));
  let [bytes, mostHeld] = [0, 0];
  const flood = open("test/flood", { bytes: total }, async (piece) => {
    // Those before it were taken, and told to be.
    mostHeld = Math.max(mostHeld, seen.sentBytes - bytes);
    bytes += piece.length;
    await stopped;
  });
  await vi.waitFor(() => expect(bytes).toBeGreaterThanOrEqual(highWaterBytes));
  await new Promise((resolve) => setTimeout(resolve, 300)); // nothing more may come
  expect(bytes).toBeLessThan(highWaterBytes + frameBytes.down);
  expect(seen.sentBytes).toBeLessThan(highWaterBytes + frameBytes.down);
  goOn();
  expect(await flood.ended).toEqual({ why: "ended" });
  expect(bytes).toBe(total);
  // What was sent and has not been taken is all that is held.
  expect(mostHeld).toBeLessThan(highWaterBytes + frameBytes.down);
});

test("who sends more than the window is cut off, and so is who acknowledges what was not sent", async () => {
  for (const misbehave of [
    (socket: Awaited<ReturnType<typeof server.tab>>) => {
      for (let sent = 0; sent <= highWaterBytes; sent += costOf(block.subarray(0, 8_000)))
        socket.emit("channel/data", 7, block.subarray(0, 8_000));
      socket.emit("channel/data", 7, block.subarray(0, 1));
      return "request/too-large";
    },
    (socket: Awaited<ReturnType<typeof server.tab>>) => {
      socket.emit("channel/took", 7, 1);
      return "request/invalid";
    },
    (socket: Awaited<ReturnType<typeof server.tab>>) => {
      socket.emit("channel/data", 7, "text where bytes are meant");
      return "request/invalid";
    },
  ]) {
    seen = { sentBytes: 0, words: [], ended: 0 };
    const socket = await server.tab();
    const opened = new Promise((resolve) => socket.once("channel/opened", resolve));
    socket.emit("channel/open", 7, "test/idle", {});
    await opened;
    const closed = new Promise((resolve) => socket.once("channel/closed", (_, end) => resolve(end)));
    const error = misbehave(socket);
    expect(await closed).toMatchObject({ why: "failed", error });
    await vi.waitFor(() => expect(seen.ended).toBe(1));
    expect(socket.connected).toBe(true);
  }
});

test("what comes up is held against the contract", async () => {
  const { open } = await tabOf();
  const ask = open("test/ask", {});
  await ask.send({ word: "one" });
  await ask.send({ word: "two" });
  const wrong = { word: 3 as unknown as string }; // what a page may send in spite of its types
  await ask.send(wrong);
  expect(await ask.ended).toMatchObject({ why: "failed", error: "request/invalid" });
  expect(seen.words).toEqual(["one", "two"]);
  await expect(open("test/ask", {}).send({ word: "x".repeat(10_000) })).rejects.toThrow("request/too-large");
});

test("a second factor that comes to be required ends the channels of sessions without one", async () => {
  const { open } = await tabOf(await server.sessionOf(["file_read"]));
  const ask = open("test/ask", {});
  await ask.send({ word: "before" });
  await vi.waitFor(() => expect(seen.words).toEqual(["before"]));
  setSignInRules(() => ({ ...defaultSignInRules, second_factor: "everyone" }));
  try {
    forgetActors();
    await recheckAll();
    expect(await ask.ended).toEqual({ why: "refused", error: "auth/forbidden" });
    const again = open("test/ask", {});
    expect(await again.ended).toMatchObject({ why: "refused", error: "auth/factor-missing" });
  } finally {
    setSignInRules(() => defaultSignInRules);
    forgetActors();
  }
});

test("a right that is taken away ends the channel: at the next word, and in the middle of a stream", async () => {
  const session = await server.sessionOf(["file_read"]);
  const { open } = await tabOf(session);
  const ask = open("test/ask", {});
  await ask.send({ word: "before" });
  let goOn = () => {};
  const flood = open("test/flood", { bytes: 10 ** 9 }, () => new Promise((resolve) => (goOn = resolve)));
  await vi.waitFor(() => expect(seen).toMatchObject({ words: ["before"], sentBytes: expect.any(Number) }));
  const user = await server.api.db.user.findUniqueOrThrow({ where: { id: session.userId } });
  const grants = { ...(user.grants as object), auth_list: [] };
  await server.api.db.user.update({ where: { id: session.userId }, data: { grants } });
  forgetActors();
  await ask.send({ word: "after" });
  expect(await ask.ended).toEqual({ why: "refused", error: "auth/forbidden" });
  expect(seen.words).toEqual(["before"]);
  await recheckAll();
  expect(await flood.ended).toEqual({ why: "refused", error: "auth/forbidden" });
  goOn();
  expect(await open("test/ask", {}).ended).toMatchObject({ why: "refused", error: "auth/forbidden" });
});

test("the end of a session ends its channels, and the browser hears why", async () => {
  const session = await server.sessionOf(["file_read"]);
  const { open, socket } = await tabOf(session);
  const idle = open("test/idle", {});
  await idle.send(new Uint8Array(1));
  const told = new Promise((resolve) => socket.once("session/ended", resolve));
  await endSessions(server.api.db, { userId: session.userId }, "revoked");
  expect(await told).toEqual({ reason: "revoked" });
  expect(await idle.ended).toEqual({ why: "lost" });
  await vi.waitFor(() => expect(seen.ended).toBe(1));
});

test("nobody has more than their number, and every way to the end gives the place back", async () => {
  const session = await server.sessionOf(["file_read"]);
  for (let round = 0; round < 4; round++) {
    const { open, socket } = await tabOf(session);
    const opened = Array.from({ length: 30 }, () => open("test/idle", {}));
    await Promise.all(opened.map(({ send }) => send(new Uint8Array(1))));
    expect(await open("test/idle", {}).ended).toMatchObject({ why: "refused", error: "request/busy" });
    if (round % 2 === 0) for (const { close } of opened) close();
    else socket.disconnect();
    await vi.waitFor(() => expect(seen.ended).toBe(30));
  }
});

test("the server's end lets go of everything before it is over", async () => {
  const other = await startRealtime(served);
  seen = { sentBytes: 0, words: [], ended: 0 };
  const { openChannel } = await other.channelsOf<Example>();
  const ends: ChannelEnd[] = [];
  for (let count = 0; count < 20; count++) {
    const { send } = openChannel("test/idle", {}, { onMessage: () => {}, onClose: (end) => void ends.push(end) });
    await send(new Uint8Array(1));
  }
  await other.stopRealtime();
  expect(seen.ended).toBe(20);
  await vi.waitFor(() => expect(ends).toEqual(Array.from({ length: 20 }, () => ({ why: "lost" }))));
  await other.close();
});
