import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startOrigin, type Origin } from "@/e2e/support/start-origin";
import { ownPorts } from "./address-class";
import type { Reach } from "./resolve-target";
import { sendOutbound, type OutboundRequest } from "./send-outbound";

const limits = { answerMs: 5_000, idleMs: 5_000, totalMs: 20_000, maxBytes: 1_000_000 };
const inside: Reach = { lan: true };
const never = new AbortController().signal;
const closing: { close: () => void }[] = [];
afterEach(() => closing.splice(0).forEach((one) => one.close()));

async function origin(answer: Parameters<typeof startOrigin>[0]): Promise<Origin> {
  const made = await startOrigin(answer);
  closing.push(made);
  return made;
}

/** A server that speaks what no HTTP server would. */
async function rawOrigin(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a port, not a pipe
}

const as = (reach: Reach) => () => Promise.resolve(reach);
const send = (url: string, rest: Partial<OutboundRequest> = {}) =>
  sendOutbound({ url: new URL(url), reach: as(inside), limits, signal: never, ...rest });

async function textOf(url: string, rest: Partial<OutboundRequest> = {}): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await send(url, rest)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test.each([
  ["127.0.0.1", "outbound/lan"],
  ["2130706433", "outbound/lan"],
  ["0x7f.1", "outbound/lan"],
  ["0177.0.0.1", "outbound/lan"],
  ["127.0.0.1.", "outbound/lan"],
  ["localhost", "outbound/lan"],
  ["[::1]", "outbound/lan"],
  ["[::ffff:7f00:1]", "outbound/lan"],
  ["[64:ff9b::7f00:1]", "outbound/lan"],
  ["192.168.0.1", "outbound/lan"],
  ["169.254.169.254", "outbound/blocked"],
  ["[fd00:ec2::254]", "outbound/blocked"],
  ["0", "outbound/blocked"],
])("%s is refused without the right: %s", async (host, key) => {
  const server = await origin((_, response) => response.end("secret"));
  await expect(send(`http://${host}:${server.port}/`, { reach: as({ lan: false }) })).rejects.toThrow(key);
  expect(server.seen).toEqual([]);
});

test("a name is resolved once: what it leads to later counts for nothing", async () => {
  const server = await origin((_, response) => response.end("fine"));
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
  // Nobody listens at the first address; asked again, the name would lead to the server.
  await expect(send(`http://rebind.example:${server.port}/`, { reach: as({ lan: true, resolve }) })).rejects.toThrow(
    "outbound/unreachable",
  );
  expect([asked, server.seen]).toEqual([1, []]);
  await expect(send(`http://rebind.example:${server.port}/`, { reach: as({ lan: false, resolve }) })).rejects.toThrow(
    "outbound/lan",
  );
});

test("of several addresses only the allowed ones are connected to, with the name in Host", async () => {
  const server = await origin((_, response) => response.end("fine"));
  const resolve = async () => [
    { address: "169.254.169.254", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  expect(await textOf(`http://two.example:${server.port}/`, { reach: as({ lan: true, resolve }) })).toBe("fine");
  expect(server.seen[0]?.headers.host).toBe(`two.example:${server.port}`);
});

test("each redirect is checked again, and its count is bounded", async () => {
  const server = await origin((request, response) => {
    const to = { "/in": "http://127.0.0.1:1/", "/file": "file:///etc/passwd", "/loop": "/loop" }[request.url ?? ""];
    response.writeHead(302, { location: to }).end();
  });
  const resolve = async (host: string) => [{ address: host === "out.example" ? "127.0.0.1" : "10.0.0.1", family: 4 }];
  await expect(send(`${server.url}/loop`)).rejects.toThrow("outbound/redirects");
  expect(server.seen).toHaveLength(6);
  await expect(send(`${server.url}/file`)).rejects.toThrow("outbound/address");
  ownPorts.add(1);
  await expect(send(`http://out.example:${server.port}/in`, { reach: as({ lan: true, resolve }) })).rejects.toThrow(
    "outbound/blocked",
  );
});

test("a right that is taken away before a redirect opens no other connection", async () => {
  let asked = 0;
  const server = await origin((_, response) => response.writeHead(302, { location: "/next" }).end());
  await expect(send(`${server.url}/first`, { reach: async () => ({ lan: asked++ === 0 }) })).rejects.toThrow(
    "outbound/lan",
  );
  expect(server.seen).toHaveLength(1);
});

test("what was meant for one server stays there; a form that was moved is not sent twice", async () => {
  const other = await origin((_, response) => response.end("other"));
  const first = await origin((request, response) =>
    response
      .writeHead(request.url === "/near" ? 307 : 302, { location: request.url === "/near" ? "/far" : other.url })
      .end(),
  );
  const url = `http://me:s%40fe@127.0.0.1:${first.port}/near`;
  const body = Buffer.from("x=1");
  expect(await textOf(url, { method: "POST", body, headers: { Cookie: "a=b", "X-Mine": "1" } })).toBe("other");
  const basic = `Basic ${Buffer.from("me:s@fe").toString("base64")}`;
  expect(first.seen.map(({ method, headers }) => [method, headers.authorization, headers["content-length"]])).toEqual([
    ["POST", basic, "3"],
    ["POST", basic, "3"],
  ]);
  const { method, headers } = other.seen[0] ?? {};
  expect([method, headers?.authorization, headers?.cookie, headers?.["x-mine"], headers?.["content-length"]]).toEqual([
    "GET",
    undefined,
    undefined,
    "1",
    undefined,
  ]);
});

test("no proxy of the environment has a say", async () => {
  const server = await origin((_, response) => response.end("direct"));
  const proxy = await origin((_, response) => response.end("proxy"));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("http_proxy", proxy.url);
  expect(await textOf(server.url)).toBe("direct");
});

test("silence, floods and nonsense end with a word", async () => {
  const silent = await rawOrigin(() => {});
  await expect(send(silent, { limits: { ...limits, answerMs: 100 } })).rejects.toThrow("outbound/timeout");
  const stuck = await rawOrigin((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"));
  await expect(textOf(stuck, { limits: { ...limits, idleMs: 100 } })).rejects.toThrow("outbound/timeout");
  await expect(textOf(stuck, { limits: { ...limits, totalMs: 200 } })).rejects.toThrow("outbound/timeout");
  const cut = await rawOrigin((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"));
  await expect(textOf(cut)).rejects.toThrow("outbound/cut");
  const headers = await rawOrigin((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`));
  await expect(send(headers)).rejects.toThrow("outbound/answer");
  const nonsense = await rawOrigin((socket) => socket.write("SSH-2.0-x\r\n"));
  await expect(send(nonsense)).rejects.toThrow("outbound/answer");
  const flood = await origin((_, response) => response.end(Buffer.alloc(2_000)));
  await expect(textOf(flood.url, { limits: { ...limits, maxBytes: 1_000 } })).rejects.toThrow("outbound/too-large");
  const gone = await rawOrigin((socket) => socket.destroy());
  await expect(send(gone)).rejects.toThrow("outbound/cut");
  flood.close();
  await expect(send(flood.url)).rejects.toThrow("outbound/unreachable");
  const plain = await origin((_, response) => response.end());
  await expect(send(plain.url.replace("http:", "https:"))).rejects.toThrow(/outbound\/(certificate|cut)/);
});

test("hints without end are no answer, and two of them are none either", async () => {
  const hint = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const endless = await rawOrigin((socket) => {
    const tell = () =>
      void (!socket.destroyed && socket.write(hint.repeat(1_000)) ? setImmediate(tell) : socket.once("drain", tell));
    socket.once("data", tell);
  });
  await expect(send(endless)).rejects.toThrow("outbound/answer");
  const usual = await rawOrigin((socket) =>
    socket.once("data", () => socket.end(`${hint.repeat(2)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`)),
  );
  expect(await textOf(usual)).toBe("ok");
});

test("what comes in chunks of a byte leaves turns to everybody", async () => {
  let [most, bytes] = [0, 0];
  const tiny = await rawOrigin((socket) =>
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      socket.end(`${"1\r\na\r\n".repeat(60_000)}0\r\n\r\n`);
    }),
  );
  const { body } = await send(tiny);
  let count = 0;
  for await (const chunk of body) {
    if (count === 0) setImmediate(() => (count = 0));
    count += chunk.byteLength;
    bytes += chunk.byteLength;
    most = Math.max(most, count);
  }
  expect(bytes).toBe(60_000);
  expect(most).toBeLessThan(30_000);
});

test("another protocol is no answer", async () => {
  const other = await rawOrigin((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n")),
  );
  await expect(send(other)).rejects.toThrow("outbound/answer");
});
