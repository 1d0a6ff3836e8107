import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { makeCertificate } from "@/e2e/support/make-certificate";
import { paceRequests } from "./paced-requests";
import { paceTls } from "./paced-tls";

const ends: (() => void)[] = [];
let dir: string;
let pair: { cert: Buffer; key: Buffer };

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-paced-tls-"));
  const { certPath, keyPath } = makeCertificate(dir);
  pair = { cert: readFileSync(certPath), key: readFileSync(keyPath) };
});
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve({ isAlone = false } = {}): Promise<{ server: Server; port: number }> {
  const server = createServer(pair);
  paceTls(server);
  if (!isAlone) paceRequests(server, () => {});
  server.on("request", (req, res) => {
    if (req.url === "/unread") return;
    const hash = createHash("sha256");
    req.on("data", (bytes: Buffer) => hash.update(bytes));
    req.once("end", () => {
      const { remoteAddress = "", remotePort = 0 } = req.socket;
      res.setHeader("x-from", `${remoteAddress} ${remotePort}`);
      if (req.url === "/big") res.end(Buffer.alloc(1_000_000, "x"));
      else res.end(hash.digest("hex"));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port }; // of TCP
}

function ask(port: number, url: string, body: Buffer): Promise<{ from: unknown; own: string; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: "127.0.0.1", method: "POST", path: url, ca: pair.cert, agent: false },
      (answer) => {
        const { localAddress = "", localPort = 0 } = answer.socket;
        answer.toArray().then((parts) => {
          resolve({
            from: answer.headers["x-from"],
            own: `${localAddress} ${localPort}`,
            content: Buffer.concat(parts),
          });
        }, reject);
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}

test("what is sent is what comes, both ways, and it is known from where", async () => {
  const { port } = await serve();
  const body = randomBytes(1_000_001);
  const asked = Array.from({ length: 6 }, () => [ask(port, "/", body), ask(port, "/big", Buffer.alloc(1))]);
  const said = await Promise.all(asked.flat());
  const [digest, big] = [createHash("sha256").update(body).digest("hex"), Buffer.alloc(1_000_000, "x")];
  const isWhole = ({ content }: { content: Buffer }) => content.equals(big) || content.toString() === digest;
  expect(said.filter((one) => !isWhole(one))).toEqual([]);
  expect(said.map(({ from }) => from)).toEqual(said.map(({ own }) => own));
  expect(new Set(said.map(({ own }) => own)).size).toBe(12);
});

/** Keeps what goes to a server until it is let go of, all at once. */
class Held extends Duplex {
  readonly #socket: Socket;
  #kept: Buffer[] | null = null;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => void this.push(bytes)).on("error", () => {});
    socket.once("close", () => this.destroy());
  }

  hold(): void {
    this.#kept = [];
  }

  release(): void {
    this.#socket.write(Buffer.concat(this.#kept ?? []));
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    if (this.#kept === null) this.#socket.write(bytes);
    else this.#kept.push(bytes);
    done();
  }
}

async function openHeld(port: number): Promise<{ held: Held; secure: TLSSocket; socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  const held = new Held(socket);
  const secure = connectTls({ socket: held, ca: pair.cert, servername: "localhost" });
  secure.on("error", () => {});
  ends.push(() => void socket.destroy());
  await once(secure, "secureConnect");
  return { held, secure, socket };
}

test("records of a byte leave turns to everybody", async () => {
  const { server, port } = await serve({ isAlone: true });
  let [most, count, all] = [0, 0, 0];
  server.on("secureConnection", (socket: TLSSocket) =>
    socket.on("data", () => {
      if (count++ === 0) setImmediate(() => (count = 0));
      most = Math.max(most, count);
      all++;
      // As in a slower version of Node.js.
      for (const end = performance.now() + 0.005; performance.now() < end;);
    }),
  );
  const connections = 8;
  const head = `GET /${"x".repeat(2_000)}`;
  const opened = await Promise.all(Array.from({ length: connections }, () => openHeld(port)));
  for (const { held } of opened) held.hold();
  for (const byte of head)
    await Promise.all(opened.map(({ secure }) => new Promise((resolve) => secure.write(byte, resolve))));
  all = 0;
  for (const { held } of opened) held.release();
  await vi.waitFor(() => expect(all).toBe(connections * head.length));
  expect(most).toBeLessThan(8_000);
});

test("records of a byte that nobody reads are not worked on, and their sender is gone when they are", async () => {
  const { server, port } = await serve();
  const open = new Set<TLSSocket>();
  let most = 0;
  server.on("secureConnection", (socket: TLSSocket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const opened = await Promise.all(Array.from({ length: 4 }, () => openHeld(port)));
  for (const { secure } of opened) secure.write("POST /unread HTTP/1.1\r\nhost: a\r\ncontent-length: 900000\r\n\r\n");
  for (const { secure } of opened) secure.write(Buffer.alloc(40_000));
  await vi.waitFor(() => expect(open.size).toBe(4));
  for (const { held } of opened) held.hold();
  for (let count = 0; count < 1_500; count++)
    await Promise.all(opened.map(({ secure }) => new Promise((resolve) => secure.write("x", resolve))));
  for (const { held } of opened) held.release();
  await setTimeout(500);
  for (const socket of open) most = Math.max(most, socket.readableLength);
  expect(most).toBeLessThan(1_000);
  for (const { socket } of opened) socket.resetAndDestroy();
  await vi.waitFor(() => expect(open.size).toBe(0));
});

test("one that is closed in the middle of its handshake leaves nothing", async () => {
  const { server, port } = await serve();
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.on("error", () => {}).write(Buffer.from(index % 2 === 0 ? "160301" : "GET / HTTP/1.1\r\n\r\n", "latin1"));
      return socket;
    }),
  );
  const count = () => new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)));
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0));
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await count()).toBe(0));
});
