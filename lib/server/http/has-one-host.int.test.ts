import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasOneHost } from "./has-one-host";

let server: Server;

beforeAll(async () => {
  server = createServer((req, res) => void res.writeHead(hasOneHost(req) ? 200 : 400, { connection: "close" }).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function statusOf(head: string): Promise<string | undefined> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1"); // of a TCP server
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString()));
  socket.write(`${head}\r\n\r\n`);
  await once(socket, "close");
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
}

test.each([
  ["GET / HTTP/1.1\r\nHost: files.lan", "200"],
  ["GET / HTTP/1.1\r\nHost: files.lan:8480", "200"],
  ["GET / HTTP/1.1\r\nHost: [::1]:8480", "200"],
  ["GET / HTTP/1.0", "200"],
  ["GET http://files.lan/x HTTP/1.1\r\nHost: files.lan:80", "200"],
  ["GET / HTTP/1.1", "400"],
  ["GET / HTTP/1.1\r\nHost: files.lan\r\nHost: files.lan", "400"],
  ["GET / HTTP/1.1\r\nHost: files.lan\r\nhOST: evil.example", "400"],
  ["GET / HTTP/1.0\r\nHost: a\r\nHost: b", "400"],
  ["GET / HTTP/1.1\r\nHost: files.lan, evil.example", "400"],
  ["GET / HTTP/1.1\r\nHost: files.lan/x", "400"],
  ["GET / HTTP/1.1\r\nHost: me@files.lan", "400"],
  ["GET / HTTP/1.1\r\nHost: files.lan:99999999", "400"],
  ["GET http://evil.example/x HTTP/1.1\r\nHost: files.lan", "400"],
  ["GET https://files.lan:8480/x HTTP/1.1\r\nHost: files.lan", "400"],
])("%j: %s", async (head, status) => expect(await statusOf(head)).toBe(status));
