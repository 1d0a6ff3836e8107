import { once } from "node:events";
import { createServer, get } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { connectionsInAll, guardConnections } from "./connection-door";

const opened: Socket[] = [];
let close: () => void = () => {};
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  close();
});

async function serve(bounds: { perNetwork: number; inAll: number }): Promise<number> {
  const server = createServer((req, res) => {
    if (req.url === "/slow") res.write("begun");
    else res.end("ok");
  });
  guardConnections(server, bounds, ({ remoteAddress = null }) => remoteAddress);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return (server.address() as AddressInfo).port; // of TCP
}

/** Headers that stop half-way. */
async function stall(port: number, localAddress: string, text = "GET / HTTP/1.1\r\nhost: a\r\nx-") {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  opened.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.resume().write(text);
  await setTimeout(5);
  return socket;
}

const asked = (port: number, localAddress: string) =>
  new Promise<number>((resolve) => {
    get({ port, host: "127.0.0.1", localAddress, agent: false }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    }).on("error", () => resolve(0));
  });

it("lets somebody new in while strangers of many networks stall on all that may be open", async () => {
  const port = await serve({ perNetwork: 20, inAll: 60 });
  for (let index = 0; index < 90; index++) await stall(port, `127.0.1.${1 + (index % 9)}`);
  const open = () => opened.filter(({ closed, destroyed }) => !closed && !destroyed).length;
  expect(open()).toBeLessThanOrEqual(60);
  for (let index = 0; index < 5; index++) expect(await asked(port, `127.0.2.${index + 1}`)).toBe(200);
});

it("takes no more of one network, and none that is being answered for another", async () => {
  const port = await serve({ perNetwork: 3, inAll: 4 });
  const reading = await stall(port, "127.0.1.1", "GET /slow HTTP/1.1\r\nhost: a\r\n\r\n");
  for (let index = 0; index < 2; index++) await stall(port, "127.0.1.1");
  expect(await asked(port, "127.0.1.1")).toBe(0);
  for (let index = 0; index < 5; index++) expect(await asked(port, `127.0.2.${index + 1}`)).toBe(200);
  for (let index = 0; index < 5; index++) await stall(port, `127.0.3.${index + 1}`);
  expect(reading.destroyed).toBe(false);
});

it("leaves half of the descriptors to everything else", () => {
  expect(connectionsInAll(Number.MAX_SAFE_INTEGER)).toBeLessThan(Number.MAX_SAFE_INTEGER);
  expect(connectionsInAll(3)).toBe(3);
});

it("forgets what was asked by a connection that broke while one answer waited for another", async () => {
  const port = await serve({ perNetwork: 3, inAll: 1 });
  const broken = await stall(port, "127.0.1.1", "GET /slow HTTP/1.1\r\nhost: a\r\n\r\n".repeat(3));
  const { localPort = 0 } = broken;
  await vi.waitFor(() => expect(broken.bytesRead).toBeGreaterThan(0));
  broken.resetAndDestroy();
  await setTimeout(50);
  // From the very same address and port, which makes room for somebody new.
  const again = connect({ port, host: "127.0.0.1", localAddress: "127.0.1.1", localPort });
  opened.push(again);
  await once(again, "connect");
  expect(await asked(port, "127.0.2.1")).toBe(200);
});
