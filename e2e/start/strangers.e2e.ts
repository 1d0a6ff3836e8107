import { connect, type Socket } from "node:net";
import { memoryMb } from "@/bench/support/measure";
import { call } from "@/e2e/support/api-client";
import { serverTest as test } from "@/e2e/support/server-test";
import { expect } from "@playwright/test";

/** Begins a POST on a connection of its own; `answer` is all that came back once the server has closed it. */
async function post(port: number, target: string, { length, body }: { length: number; body: Buffer | string }) {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(port, "127.0.0.1", () => resolve(made));
    made.once("error", reject);
  });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => {}); // the server may hang up while it is sent to
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  socket.write(`POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${length}\r\n\r\n`);
  socket.write(body);
  return { socket, answer };
}

test("six hundred sign-ins that stall hold next to nothing, end by themselves and keep nobody out", async ({
  server,
}) => {
  const before = memoryMb(server.pid).now;
  const startedMs = performance.now();
  const stalled = await Promise.all(
    Array.from({ length: 600 }, () =>
      post(server.port, "/api/user/login", { length: 16_000, body: "x".repeat(8_000) }),
    ),
  );
  const body = { username: "root", password: "not this one" };
  expect((await call(server, "user/login", { body })).status).toBe(401);
  const answers = await Promise.all(stalled.map(({ answer }) => answer));
  const count = (status: number) => answers.filter((answer) => answer.startsWith(`HTTP/1.1 ${status} `)).length;
  expect(count(408) + count(429)).toBe(600);
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(memoryMb(server.pid).now - before).toBeLessThan(100);
});

test("what Next would take in whole is refused or thrown away before it is there", async ({ server }) => {
  const before = memoryMb(server.pid).now;
  const large = { length: 200_000_000, body: Buffer.alloc(50_000_000, "x") };
  const targets = ["/api/user/login", "/api/user/users", "/api/user/none", "/api/auth/callback/credentials", "/login"];
  const sent = await Promise.all(targets.map((target) => post(server.port, target, large)));
  const answers = await Promise.all(
    sent.map(async ({ socket, answer }) => {
      const isAnswered = new Promise((resolve) => socket.once("data", resolve));
      await Promise.race([isAnswered, answer]);
      setTimeout(() => socket.destroy(), 200); // what had come by then is what is looked at
      return (await answer).slice(9, 12);
    }),
  );
  expect(answers).toEqual(["413", "401", "404", "404", "405"]);
  expect(memoryMb(server.pid).now - before).toBeLessThan(100);
});
