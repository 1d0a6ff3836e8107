import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { inTurn } from "./in-turn";

async function start(count: number) {
  const begun: ServerResponse[] = [];
  const server = createServer(inTurn((_req, res) => void begun.push(res)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  const socket = connect(port, "127.0.0.1");
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString())).on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(count));
  return { begun, socket, got: () => got };
}

test("what is asked at once on one connection is begun one after the other", async () => {
  const { begun, got } = await start(3);
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(begun).toHaveLength(count));
    begun[count - 1]?.end(`answer ${count}`);
  }
  await vi.waitFor(() => expect(got().match(/answer \d/g)).toEqual(["answer 1", "answer 2", "answer 3"]));
});

test("of a connection that breaks everything that was begun is told, and nothing more is begun", async () => {
  const { begun, socket } = await start(3);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const closed = new Promise((resolve) => begun[0]?.once("close", resolve));
  socket.resetAndDestroy();
  await closed;
  expect(begun).toHaveLength(1);
});

test("who asks far too much at once is cut off", async () => {
  const { socket } = await start(200);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.destroyed).toBe(true);
});
