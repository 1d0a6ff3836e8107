import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { PacedSocket } from "./paced-socket";

const content = Buffer.alloc(3_000_000, "x");

async function serve(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port; // of TCP
}

const open = (port: number) => new PacedSocket(connect(port, "127.0.0.1"), { kind: "host", name: "a" });

/** How much comes to a reader who pauses after each piece, and whether it came to its end. */
async function readSlowly(stream: PacedSocket | IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let [bytes, isWhole] = [0, false];
  stream.on("data", (piece: Buffer) => {
    bytes += piece.length;
    stream.pause();
    void wait(1).then(() => stream.resume());
  });
  stream.on("error", () => {});
  stream.once("end", () => (isWhole = true));
  await once(stream, "close");
  return { bytes, isWhole };
}

test("all that came before the end is handed on, also to a reader who pauses", async () => {
  const port = await serve((socket) => socket.end(content));
  const found = await Promise.all(Array.from({ length: 4 }, () => readSlowly(open(port))));
  expect(found).toEqual(found.map(() => ({ bytes: content.length, isWhole: true })));
});

test.each([
  ["of no known length", "", content],
  [
    "in chunks",
    "transfer-encoding: chunked\r\n",
    Buffer.from(`${content.length.toString(16)}\r\n${content.toString()}\r\n0\r\n\r\n`),
  ],
])("an answer %s is whole for a reader who pauses", async (_, header, body) => {
  const port = await serve((socket) =>
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${header}\r\n`);
      socket.end(body);
    }),
  );
  const call = request({ host: "127.0.0.1", port, createConnection: () => open(port) }).end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  expect(await readSlowly(answer)).toEqual({ bytes: content.length, isWhole: true });
});

test("of a connection that breaks nobody waits for a reader who has paused", async () => {
  let other: Socket | null = null;
  const port = await serve((socket) => {
    other = socket;
    socket.write(Buffer.alloc(10_000));
  });
  const paced = open(port);
  paced.on("error", () => {}).once("data", () => paced.pause());
  await once(paced, "data");
  const closed = new Promise((resolve) => paced.once("close", resolve));
  (other as Socket | null)?.write(Buffer.alloc(10_000));
  await wait(100);
  (other as Socket | null)?.resetAndDestroy();
  await closed;
  expect(paced.destroyed).toBe(true);
});
