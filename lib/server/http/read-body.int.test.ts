import { getEventListeners, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { AppError } from "@/lib/shared/errors";
import { readBody } from "./read-body";
import { createUnfinishedBodies } from "./unfinished-bodies";
import { untilCut } from "./until-cut";

/** A request of which only the head has come. */
async function begin(): Promise<{ req: IncomingMessage; socket: Socket }> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{");
  const [req] = (await once(server, "request")) as [IncomingMessage];
  return { req, socket };
}

const limit = { bytes: 100, maxMs: 60_000 };

test("a body that trickles in is given up, also when it never stops", async () => {
  const { req, socket } = await begin();
  const drip = setInterval(() => socket.write(" "), 20);
  expect(await outcomeOf(readBody(req, { ...limit, maxMs: 100 }))).toBe("request/slow");
  clearInterval(drip);
});

test("a body whose connection broke before anybody read it is not waited for", async () => {
  const { req, socket } = await begin();
  const closed = new Promise((resolve) => req.on("error", () => {}).once("close", resolve));
  socket.resetAndDestroy();
  await closed;
  expect(await outcomeOf(readBody(req, limit))).toBe("request/cancelled");
});

test("a body whose connection breaks is not waited for", async () => {
  const { req, socket } = await begin();
  setTimeout(() => socket.destroy(), 20);
  expect(await outcomeOf(readBody(req, limit))).toBe("request/cancelled");
});

test("who stalls makes room for the next: first in their own network, then in the one with most", () => {
  const bodies = createUnfinishedBodies({ perNetwork: 2, inAll: 3 });
  const cut: string[] = [];
  const enter = (network: string, name: string) => bodies.enter(network, ({ key }) => void cut.push(`${name} ${key}`));
  enter("a", "a1");
  const leave = enter("a", "a2");
  enter("a", "a3");
  expect(cut).toEqual(["a1 request/busy"]);
  enter("b", "b1");
  enter("c", "c1");
  expect(cut.slice(1)).toEqual(["a2 request/overloaded"]);
  leave();
  expect(bodies.count()).toBe(3);
});

test("nothing is left at a request whose bytes are cut off while none come, nor is anything kept for each chunk", async () => {
  const { req, socket } = await begin();
  const cut = new AbortController();
  const got: string[] = [];
  const read = (async () => {
    for await (const chunk of untilCut(req, cut.signal)) got.push(chunk.toString());
  })();
  for (let count = 0; count < 5; count++) {
    socket.write(`${count}`);
    await expect.poll(() => got.join("")).toBe("{01234".slice(0, count + 2));
  }
  await expect.poll(() => req.listenerCount("readable")).toBe(1);
  expect(getEventListeners(cut.signal, "abort")).toHaveLength(1);
  cut.abort(new AppError("request/slow", { seconds: 1 }));
  expect(await outcomeOf(read)).toBe("request/slow");
  expect([req.listenerCount("readable"), req.destroyed]).toEqual([0, false]);
  expect(getEventListeners(cut.signal, "abort")).toEqual([]);
});

test("bytes that are read until they are cut come whole, and break with their connection", async () => {
  const whole = await begin();
  whole.socket.write("123456789");
  const got: Buffer[] = [];
  for await (const chunk of untilCut(whole.req, new AbortController().signal)) got.push(chunk);
  expect(Buffer.concat(got).toString()).toBe("{123456789");
  const { req, socket } = await begin();
  const read = untilCut(req, new AbortController().signal);
  expect((await read.next()).value?.toString()).toBe("{");
  socket.destroy();
  expect(await outcomeOf(read.next())).toBe("request/cancelled");
});
