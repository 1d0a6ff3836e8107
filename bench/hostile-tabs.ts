// What WebSockets may cost that say all they can and read nothing: node --import tsx bench/hostile-tabs.ts [word]   (needs a build)
// Five of them are enough: each holds thousands of messages in one packet.
import { mkdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authOf, createAttacker, many } from "./support/hostile";

const wanted = process.argv[2] ?? "";
const server = await startFiledeck({ env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
const root = await signIn(server);
const other = await signIn(server);
const { attack } = createAttacker(server, { other, wanted });
const sockets = 5;
const [pourBytes, pourMs] = [60_000_000, 15_000];

/** What a client sends, masked with nothing. */
function frame(content: string | Buffer, opcode = 1): Buffer {
  const body = Buffer.from(content);
  const isShort = body.length < 126;
  const length = isShort ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length]), Buffer.alloc(4), body]);
}
const times = (one: Buffer, count: number) => Buffer.concat(many(count, () => one));

/** Reads the answer to its upgrade and nothing else; null where it is not let in. */
function open(headers: readonly string[], network: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => resolve(null));
    socket.once("data", (chunk: Buffer) => {
      socket.pause();
      resolve(chunk.toString("latin1", 9, 12) === "101" ? socket : null);
    });
    const lines = [
      "GET /api/socket?EIO=4&transport=websocket HTTP/1.1",
      "host: 127.0.0.1",
      `x-forwarded-for: 2001:db8:${network}::1`,
      "connection: upgrade",
      "upgrade: websocket",
      "origin: http://127.0.0.1",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

/** As quickly as it is taken. */
async function pour(socket: Socket, piece: Buffer): Promise<void> {
  const endMs = performance.now() + pourMs;
  for (let sent = 0; sent < pourBytes && performance.now() < endMs && !socket.destroyed; sent += piece.length) {
    const isTaken = socket.write(piece);
    const leftMs = Math.max(1, endMs - performance.now());
    if (isTaken) await pause(0);
    else await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), pause(leftMs)]);
  }
}

async function flood(name: string, piece: Buffer, headers: readonly string[] = [], first?: Buffer): Promise<void> {
  const opened: (Socket | null)[] = [];
  await attack(name, async () => {
    opened.push(...(await Promise.all(many(sockets, (network) => open(headers, network)))));
    const talk = async (socket: Socket | null) => {
      if (socket === null) return 0;
      if (first !== undefined) socket.write(first);
      await pause(1_000);
      await pour(socket, piece);
      return 101;
    };
    return Promise.all(opened.map(talk));
  });
  for (const socket of opened) socket?.destroy();
}

try {
  mkdirSync(path.join(server.filesDir, "small"));
  const cookie = authOf(root).slice(0, 1);
  const hello = frame(`40${JSON.stringify({ token: root.token })}`);
  const say = (event: readonly unknown[]) => frame(`42${JSON.stringify(event)}`);
  const stranger = frame('40{"token":"x"}');
  await flood("socket: strangers who say who they are", times(stranger, 500));
  await flood("socket: strangers with a session's cookie", times(stranger, 500), cookie);
  await flood("socket: strangers who ask for what there is not", times(frame("40/a,"), 500));
  await flood("socket: strangers who ping", times(frame("x".repeat(100), 9), 500));
  const [attached, bytes] = [frame('410-["a",{"_placeholder":true,"num":0}]'), frame(Buffer.alloc(30_000), 2)];
  await flood("socket: strangers who attach", Buffer.concat([attached, bytes]));
  await flood("socket: one session, again and again", times(hello, 100), cookie);
  await flood(
    "socket: channels that there are not",
    times(say(["channel/open", 1, "nothing", {}]), 500),
    cookie,
    hello,
  );
  const wrong = many(150, (id) => say(["channel/open", id, "file/watch", { x: 1 }]));
  await flood("socket: channels that are opened wrongly", Buffer.concat(wrong), cookie, hello);
  await flood("socket: words that mean nothing", times(say(["channel/close", 1]), 500), cookie, hello);
} finally {
  await server.remove();
}
