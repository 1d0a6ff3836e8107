import { connect, type Socket } from "node:net";
import { call } from "@/e2e/support/api-client";
import { serverTest as test } from "@/e2e/support/server-test";
import { expect } from "@playwright/test";

/** Sends on a connection of its own; `answer` is all that came back once it has closed. */
async function open(port: number, text: string) {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(port, "127.0.0.1", () => resolve(made));
    made.once("error", reject);
  });
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
  socket.on("error", () => {}); // the server may hang up while it is sent to
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(got)));
  socket.write(text);
  return { socket, answer, got: () => got };
}

/** Begins a POST. */
async function post(
  port: number,
  target: string,
  { length, body, more = "" }: { length: number; body: Buffer | string; more?: string },
) {
  const opened = await open(
    port,
    `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${length}\r\n${more}\r\n`,
  );
  opened.socket.write(body);
  return opened;
}

// What they hold, and for how long: bench/verdicts/promises.ts.
test("six hundred sign-ins that stall end by themselves and keep nobody out", async ({ server }) => {
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
});

test("bodies that break off say nothing in the log", async ({ server, root, tempRoot }) => {
  const { path: folder } = tempRoot();
  const { port, output } = server;
  const auth = `cookie: ${root.cookie}\r\nauthorization: ${root.token}\r\n`;
  const before = output();
  const targets = [
    "/api/user/login",
    "/api/user/users",
    "/api/file/copy",
    "/api/file/ticket",
    `/api/file/save/${folder}/a.txt`,
    `/api/file/upload/${folder}/a.txt`,
    `/api/file/upload-many?to=${folder}`,
    "/api/archive/list",
    "/dav/",
  ];
  for (const target of targets) {
    const { socket, answer } = await post(port, target, { length: 60_000, body: "{", more: auth });
    setTimeout(() => socket.resetAndDestroy(), 50);
    await answer;
  }
  expect((await call(server, "health")).status).toBe(200);
  expect(output().slice(before.length)).toBe("");
});

test("the server as a whole can be asked about, and addressed as a proxy would be", async ({ server }) => {
  const ask = async (line: string, more = "connection: close\r\n") => {
    const { socket, answer } = await open(server.port, `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`);
    const text = await answer;
    socket.destroy();
    return text;
  };
  expect(await ask("OPTIONS *")).toMatch(/^HTTP\/1.1 204 [^]*allow: GET/i);
  expect(await ask("GET http://127.0.0.1/api/health")).toMatch(/^HTTP\/1.1 200 /);
  const before = server.output();
  for (const target of ["http://[::1", "http://", "http:", "none"])
    expect(await ask(`GET ${target}`)).toMatch(/^HTTP\/1.1 400 /);
  // Whoever offers another protocol is answered alike, and by nobody else: Next would take every one of these for its own.
  await fetch(`${server.url}/login`);
  for (const protocol of ["h2c", "websocket"]) {
    const offer = `connection: upgrade\r\nupgrade: ${protocol}\r\n`;
    expect(await ask("GET *", offer)).toMatch(/^HTTP\/1.1 204 /);
    expect(await ask("GET http://127.0.0.1/api/health", offer)).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(server.output().slice(before.length)).toBe("");
});

test("a request whose answer comes before its body leaves its connection of use, or closes it", async ({
  server,
  root,
}) => {
  const auth = `cookie: ${root.cookie}\r\nauthorization: ${root.token}\r\n`;
  const body = Buffer.alloc(3_000_000, "x");
  const put = await open(
    server.port,
    `PUT /api/file/files/${"n".repeat(300)} HTTP/1.1\r\nhost: a\r\n${auth}content-length: ${body.length}\r\n\r\n`,
  );
  put.socket.write(body);
  put.socket.write("GET /api/health HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect.poll(() => put.socket.closed || /HTTP\/1.1 200 /.test(put.got())).toBe(true);
  expect(put.got()).toMatch(/^HTTP\/1.1 4\d\d /);
  put.socket.destroy();
});

test("a connection that asks without end before it is answered is closed", async ({ server }) => {
  const { answer } = await open(server.port, "GET /login HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(200));
  expect((await answer).match(/HTTP\/1.1 200/g)?.length ?? 0).toBeLessThan(20);
  const few = await open(server.port, "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(10));
  await expect.poll(() => few.got().match(/HTTP\/1.1 200/g)?.length).toBe(10);
  few.socket.destroy();
});

test("what Next would take in whole is refused or thrown away before it is there", async ({ server }) => {
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
});
