import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test as plain } from "@playwright/test";
import { contracts } from "@/lib/contracts/all";
import { call } from "../support/api-client";
import { freePort } from "../support/free-port";
import { serverTest as test } from "../support/server-test";
import { spawnFiledeck, startFiledeck, type Filedeck } from "../support/start-filedeck";

const { createToken, getUserInfo } = contracts.user;
/** One that a route handler answers, and one that the server answers ahead of Next. */
const handled = contracts.user.listTokens.path;
const direct = getUserInfo.path;
const mark = "x-filedeck-served-by";

/** Sends text as it is, and reads until the server closes. */
async function sendRaw({ port }: Pick<Filedeck, "port">, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(lines.join("\r\n"));
  return text(socket);
}

/** The head of an answer but for its values of the moment. */
function headOf(answer: string): string[] {
  const [head = ""] = answer.split("\r\n\r\n");
  return head
    .replace(/date: .*/i, "date")
    .split("\r\n")
    .toSorted();
}

plain("a handler's answer is the same as a direct one but for a header in debug mode", async () => {
  const server = await startFiledeck({ basePath: "/some/where", env: { FILEDECK_LOG_LEVEL: "debug" } });
  try {
    const ask = (method: string, path: string, more: readonly string[] = []) =>
      sendRaw(server, [
        `${method} /some/where/api/${path} HTTP/1.1`,
        ...(more.some((line) => line.startsWith("Host:")) ? [] : ["Host: 127.0.0.1"]),
        "Connection: close",
        ...more,
        "",
        "",
      ]);
    const noHosts = ["Host: exa%mple", "X-Forwarded-Host: ::", "X-Forwarded-Proto: nonsense", "X-Forwarded-For: no"];
    const ofNext = ["RSC: 1", "Next-Action: abc", "Next-Router-Prefetch: 1", "X-Middleware-Subrequest: middleware"];
    for (const method of ["GET", "HEAD"]) {
      for (const more of [[], ofNext, noHosts]) {
        const withMark = headOf(await ask(method, handled, more));
        expect(withMark).toContain(`${mark}: route-handler`);
        expect(withMark.filter((line) => !line.startsWith(mark))).toEqual(headOf(await ask(method, direct, more)));
      }
    }
    // Next would redirect, refuse, or decode these.
    const bytes = await ask("DELETE", "user/tokens/%FF%2F?a=%zz&a=%FF", ["Origin: http://127.0.0.1"]);
    expect(bytes).toMatch(/^HTTP\/1\.1 401 .*"auth\/required"/s);
    for (const path of [`${handled}/`, `${handled}//`, "user", "tab/nothing"]) {
      expect(await ask("GET", path)).toMatch(/^HTTP\/1\.1 404 .*"request\/not-found"/s);
    }
  } finally {
    await server.remove();
  }
});

plain("a call of a handler waits until Next is ready, and health does not", async () => {
  const { child, remove, port } = await spawnUntilHealthy();
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/api/${handled}`).then(({ status }) => status)),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, () => 401));
  } finally {
    child.kill();
    await once(child, "exit");
    await remove();
  }
});

test("bodies reach a handler whole, are limited, and a refusal is read by who still sends", async ({
  server,
  root,
}) => {
  const made = await call<{ token: string }>(server, createToken.path, {
    session: root,
    body: { name: "é".repeat(20), auth_list: [], expires_at: null, password: root.password },
  });
  expect(made.status).toBe(200);
  const listed = await call(server, handled, { session: root });
  expect(listed.text).toContain("é".repeat(20));

  const long = await call(server, createToken.path, { session: root, body: { name: "x".repeat(5_000_000) } });
  expect([long.status, long.answer.error]).toEqual([413, "request/too-large"]);
  // Of a gigabyte that was announced, a little comes: the refusal says so at once, and the connection ends.
  const refused = await sendRaw(server, [
    `POST /api/${createToken.path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    "Content-Length: 1000000000",
    "",
    `{"name":"${"x".repeat(100_000)}`,
  ]);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  expect(refused).toMatch(/connection: close/i);
  expect(refused).toContain('"auth/required"');
});

test("a handler's call is recorded in the audit log with its request's id, refused or not", async ({
  server,
  root,
}) => {
  const refused = await call(server, createToken.path, { session: root, body: { name: "" } });
  const { requestId } = refused.answer as { requestId?: string };
  expect(refused.status).toBe(400);
  await expect
    .poll(async () => (await call(server, `${contracts.audit.listAudit.path}?limit=200`, { session: root })).text)
    .toContain(requestId);
});

/** A server whose health was just answered for the first time. */
async function spawnUntilHealthy() {
  const port = await freePort();
  const { child, dir } = spawnFiledeck({ env: { FILEDECK_PORT: String(port) } });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { intervals: [20] },
    )
    .toBe(true);
  return { child, port, remove: () => rm(dir, { recursive: true, force: true }) };
}
