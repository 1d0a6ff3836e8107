import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type RequestOptions, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { inTurn } from "./in-turn";
import { paceRequests } from "./paced-requests";

const ends: (() => void)[] = [];
const failures: unknown[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

type Answer = Parameters<typeof inTurn>[0];

async function serve(answer: Answer, before: (server: Server) => void = () => {}): Promise<number> {
  const server = createServer();
  paceRequests(server, (error) => failures.push(error));
  server.on("request", inTurn(answer));
  before(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // of TCP
}

async function open(port: number): Promise<Socket & { heard: () => string }> {
  const socket = connect(port, "127.0.0.1");
  ends.push(() => void socket.destroy());
  let heard = "";
  socket.on("error", () => {}).on("data", (data: Buffer) => (heard += data.toString("latin1")));
  await once(socket, "connect");
  return Object.assign(socket, { heard: () => heard });
}

async function digestOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk);
  return hash.digest("hex");
}

function ask(port: number, options: RequestOptions, body: Readable | Buffer = Buffer.alloc(0)): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: "127.0.0.1", method: "POST", ...options }, (answer: IncomingMessage) => {
      answer.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject);
    });
    call.once("error", reject);
    if (body instanceof Readable) body.pipe(call);
    else call.end(body);
  });
}

/** The most of what is counted that falls into one turn of the event loop. */
function mostInATurn() {
  let [most, count] = [0, 0];
  return {
    most: () => most,
    count: () => {
      if (count++ === 0) setImmediate(() => (count = 0));
      most = Math.max(most, count);
    },
  };
}

describe("requests that come a piece at a time", () => {
  const content = randomBytes(9_000_001);
  const wanted = createHash("sha256").update(content).digest("hex");

  test.each([
    ["a known length", { "content-length": content.length }],
    ["chunks", {}],
  ])("bodies with %s are what was sent, also for one who reads slowly", async (_, headers) => {
    let most = 0;
    const port = await serve((req, res) => {
      const slowly = async function* slowly() {
        for await (const chunk of req as AsyncIterable<Buffer>) {
          if (req.url === "/slow" && Math.random() < 0.05) await setTimeout(5);
          most = Math.max(most, req.readableLength);
          yield chunk;
        }
      };
      digestOf(slowly()).then(
        (digest) => res.end(digest),
        () => res.destroy(),
      );
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    ends.push(() => agent.destroy());
    const pieces = function* pieces() {
      for (let at = 0, size = 1; at < content.length; at += size, size = (size * 7) % 40_000 || 1)
        yield content.subarray(at, at + size);
    };
    const paths = ["/", "/slow", "/slow", "/", "/"];
    const said = await Promise.all(
      paths.map((path) => ask(port, { agent, path, headers }, Readable.from(pieces(), { objectMode: false }))),
    );
    expect(said).toEqual(paths.map(() => wanted));
    // No more is held for a reader than without.
    expect(most).toBeLessThan(400_000);
  });

  test("a reader who takes nothing keeps the sender waiting", async () => {
    let begun: IncomingMessage | null = null;
    const port = await serve((req) => void (begun = req));
    const socket = await open(port);
    const [first] = ["POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000000\r\n\r\n"];
    socket.write(first);
    let taken = 0;
    for (let count = 0; count < 400; count++) socket.write(Buffer.alloc(100_000), () => void (taken += 100_000));
    await vi.waitFor(() => expect(begun).not.toBeNull());
    await setTimeout(300);
    expect((begun as IncomingMessage | null)?.readableLength).toBeLessThan(400_000);
    expect(taken).toBeLessThan(30_000_000);
  });

  test("thousands of requests in one packet are no more of a turn than a few, and are cut off", async () => {
    const turns = mostInATurn();
    let [begun, isFirst] = [0, true];
    const port = await serve(
      (_, res) => {
        begun += 1;
        if (isFirst) void setTimeout(50).then(() => res.end("first"));
        else res.end("ok");
        isFirst = false;
      },
      (server) => server.on("request", turns.count),
    );
    const sockets = await Promise.all(Array.from({ length: 8 }, () => open(port)));
    for (const socket of sockets) socket.write("GET / HTTP/1.1\r\nhost:a\r\n\r\n".repeat(2_500));
    await vi.waitFor(() => expect(sockets.every(({ destroyed, closed }) => destroyed || closed)).toBe(true));
    expect(begun).toBeGreaterThan(7);
    expect(turns.most()).toBeLessThan(400);
  });

  test("chunks of a byte come in turn with others", async () => {
    const turns = mostInATurn();
    const port = await serve((req, res) => {
      if (req.url === "/quick") res.end("ok");
      else
        req
          .on("data", () => {
            turns.count();
            // As on a slower machine.
            for (const end = performance.now() + 0.003; performance.now() < end;);
          })
          .on("end", () => res.end("all"));
    });
    const sockets = await Promise.all(Array.from({ length: 6 }, () => open(port)));
    const head = "POST / HTTP/1.1\r\nhost:a\r\ntransfer-encoding: chunked\r\n\r\n";
    for (const socket of sockets) socket.write(`${head}${"1\r\na\r\n".repeat(30_000)}0\r\n\r\n`);
    expect(await ask(port, { path: "/quick" })).toBe("ok");
    await vi.waitFor(() =>
      expect(sockets.map(({ heard }) => heard().endsWith("all\r\n0\r\n\r\n") || heard().endsWith("all"))).not.toContain(
        false,
      ),
    );
    expect(turns.most()).toBeLessThan(20_000);
  });

  test("whoever closes their side behind a packet is heard no sooner, and what came before is taken", async () => {
    const turns = mostInATurn();
    let bytes = 0;
    const port = await serve((req, res) => {
      req.on("data", (data: Buffer) => {
        turns.count();
        bytes += data.length;
      });
      req.on("end", () => res.end("all"));
    });
    const head = "POST / HTTP/1.1\r\nhost:a\r\ntransfer-encoding: chunked\r\n\r\n";
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open(port)));
    for (const socket of sockets) socket.end(`${head}${"1\r\na\r\n".repeat(10_000)}0\r\n\r\n`);
    await vi.waitFor(() => expect(bytes).toBe(100_000));
    await vi.waitFor(() => expect(sockets.every(({ closed }) => closed)).toBe(true));
    expect(turns.most()).toBeLessThan(40_000);
  });

  test("whoever takes no answer, asks more, and closes their side ends nothing but that", async () => {
    const long = Buffer.alloc(30_000_000);
    const port = await serve((req, res) => void res.end(req.url === "/quick" ? "ok" : long));
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    ends.push(() => void socket.destroy());
    socket.on("error", () => {}).pause();
    const ask1 = "GET /long HTTP/1.1\r\nhost: a\r\n\r\n";
    socket.write(ask1);
    await setTimeout(100);
    socket.end(`${ask1.repeat(3)}GET /x HTTP/1.1\r\nhost: a\r\nx-pad: ${"y".repeat(6_000)}\r\n\r\n${ask1.repeat(3)}`);
    await setTimeout(300);
    expect(await ask(port, { path: "/quick" })).toBe("ok");
    socket.resume();
    await vi.waitFor(() => expect(socket.closed).toBe(true));
    expect(await ask(port, { path: "/quick" })).toBe("ok");
  });

  test("a listener that throws keeps nobody's turn", async () => {
    const port = await serve(
      (req, res) => {
        const until = performance.now() + (req.url === "/slow" ? 5 : 0);
        while (performance.now() < until);
        res.end("ok");
      },
      (server) =>
        server.on("upgrade", () => {
          throw new Error("not taken");
        }),
    );
    const slow = "GET /slow HTTP/1.1\r\nhost: a\r\n\r\n".repeat(8);
    const sockets = await Promise.all(Array.from({ length: 3 }, () => open(port)));
    for (const socket of sockets)
      socket.write(`${slow}GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n${slow}`);
    await vi.waitFor(() => expect(sockets.every(({ closed }) => closed)).toBe(true));
    expect(failures.splice(0)).toEqual([new Error("not taken"), new Error("not taken"), new Error("not taken")]);
    const other = await open(port);
    other.write(slow);
    await vi.waitFor(() => expect(other.heard().match(/ 200 OK/g)).toHaveLength(8));
  });

  test("what becomes another protocol is left to it, unless it speaks before it may", async () => {
    const port = await serve(
      (_, res) => void res.end(),
      (server) =>
        server.on("upgrade", (_, socket, head) => {
          socket.write(`HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n${head.toString()}`);
          socket.on("data", (data: Buffer) => socket.write(data));
        }),
    );
    const head = "GET / HTTP/1.1\r\nhost:a\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";
    const polite = await open(port);
    polite.write(head);
    await vi.waitFor(() => expect(polite.heard()).toContain("101"));
    polite.write("x".repeat(200_000));
    await vi.waitFor(() => expect(polite.heard().split("\r\n\r\n")[1]).toHaveLength(200_000));
    const rude = await open(port);
    rude.write(head + "x".repeat(50_000));
    await vi.waitFor(() => expect(rude.closed).toBe(true));
  });
});
