import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import ssh2, { type Connection } from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setUpConnections } from "./connections-fixture";
import { openForward } from "./forward/open-forward";
import { openStream } from "./open-stream";
import { newHostKey } from "./ssh-server-fixture";

const { save, somebody, connect, keyOf, servers } = setUpConnections();
const rejections: unknown[] = [];
const note = (reason: unknown) => void rejections.push(reason);

beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  // They are told when everything else has been.
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  if (rejections.length > 0) throw new AggregateError(rejections, "failures that nothing waited for");
});

/** A server of TCP that does this with whoever connects. */
async function serveRaw(meet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {}); // they leave as they like
    meet(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push({ close: async () => void server.close() });
  return (server.address() as AddressInfo).port; // of a TCP server
}

/** An SSH server that goes away, without a word, where it is told to. */
async function serveUntil(phase: (connection: Connection, leave: () => void) => void): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [newHostKey()] }, (connection) => {
    connection.on("error", () => {});
    const socket = Reflect.get(connection, "_sock") as Socket; // to be rude, which its interface has no word for
    phase(connection, () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push({ close: async () => void server.close() });
  return (server.address() as AddressInfo).port; // of a TCP server
}

const banner = "SSH-2.0-Hostile_1\r\n";
test.each<[string, (socket: Socket) => void]>([
  ["before a word", (socket) => socket.destroy()],
  ["after its banner", (socket) => socket.end(banner)],
  ["with nonsense behind its banner", (socket) => socket.end(Buffer.concat([Buffer.from(banner), randomBytes(4096)]))],
  ["with a packet of four GiB", (socket) => socket.end(Buffer.concat([Buffer.from(banner), Buffer.alloc(64, 0xff)]))],
  ["with a banner of a megabyte", (socket) => socket.end("x".repeat(1_048_576))],
  ["with a reset", (socket) => void (socket.write(banner), socket.resetAndDestroy())],
])("one that ends %s is a failed connection, and nothing else", async (_, meet) => {
  const id = await save({ port: await serveRaw(meet), password: "pw" });
  expect(await keyOf(connect(id, somebody().person))).toMatch(/^(?:ssh\/(?:handshake|lost)|outbound\/.*)$/);
});

test("one that leaves while somebody signs in is a failed connection", async () => {
  const port = await serveUntil((connection, leave) => connection.on("authentication", leave));
  const id = await save({ port, password: "pw" });
  expect(await keyOf(connect(id, somebody().person))).toMatch(/^ssh\/(?:handshake|lost)$/);
});

test("one that leaves when a shell, a command, files or a way through are asked for is told of by each of them", async () => {
  const port = await serveUntil((connection, leave) => {
    connection.on("authentication", (attempt) => attempt.accept());
    connection.on("session", leave);
    connection.on("tcpip", leave);
    connection.on("request", leave);
  });
  const id = await save({ port, password: "pw" });
  const { person } = somebody();
  const forward = { bindAddress: "127.0.0.1", bindPort: 1, targetAddress: "127.0.0.1", targetPort: 9 };
  const ends = [];
  for (const kind of ["shell", "command", "files", "forward"] as const) {
    const { client, name } = await connect(id, person);
    const gone = once(client, "close");
    const traffic = { connections: 0, bytesOut: 0, bytesIn: 0 };
    const reach = () => Promise.resolve({ lan: true });
    if (kind === "shell") ends.push(await keyOf(openStream((took) => client.shell(took), name)));
    else if (kind === "command") ends.push(await keyOf(openStream((took) => client.exec("ls", took), name)));
    else if (kind === "files") ends.push(await keyOf(openStream((took) => client.subsys("sftp", took), name)));
    else
      ends.push(
        await keyOf(openForward({ client, forward: { ...forward, kind: "remote" }, traffic, reach, host: name })),
      );
    await gone;
  }
  expect(ends).toEqual(["ssh/no-shell", "ssh/no-shell", "ssh/no-shell", "ssh/port-refused"]);
});
