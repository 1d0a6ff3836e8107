import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { answerUpgrades } from "./answer-upgrades";

/** Everything that comes back until the server closes the connection. */
async function send(lines: readonly string[]): Promise<string> {
  const server = createServer((req, res) => res.end(`answer to ${req.url}`));
  answerUpgrades(server, ({ url }) => url === "/taken");
  server.on("upgrade", (req, socket) => (req.url === "/taken" ? socket.end("taken") : null));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  const socket = connect(port, "127.0.0.1");
  socket.write([...lines, "host: x", "connection: upgrade", "upgrade: h2c", "", ""].join("\r\n"));
  return text(socket);
}

test("an offer that nobody takes up is answered like any other request", async () => {
  expect(await send(["GET /a HTTP/1.1"])).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close[^]*answer to \/a$/i);
});

test("one with a body, which nobody has parsed, is refused; one that is taken up is left alone", async () => {
  expect(await send(["POST /a HTTP/1.1", "content-length: 3"])).toMatch(/^HTTP\/1.1 400 /);
  expect(await send(["GET /taken HTTP/1.1"])).toBe("taken");
});
