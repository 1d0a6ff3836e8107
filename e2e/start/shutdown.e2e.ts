import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Task } from "@/lib/contracts/task";
import { patience } from "@/lib/server/base/patience-fixture";
import { call, signIn, type Session } from "../support/api-client";
import { plant } from "../support/server-test";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { spawnFiledeck, startFiledeck, type Filedeck } from "../support/start-filedeck";

const sizeBytes = 64 * 1024 * 1024;

/** A download of which nothing is read before the caller does; more than all buffers on the way hold. */
function startDownload(server: Filedeck, session: Session): Promise<IncomingMessage> {
  const bytes = Buffer.alloc(sizeBytes, "filedeck");
  writeFileSync(path.join(server.filesDir, "big.bin"), bytes);
  return new Promise((resolve, reject) => {
    const headers = { cookie: session.cookie, authorization: session.token };
    request(`${server.url}/api/file/download?file=files/big.bin`, { headers }, resolve).once("error", reject).end();
  });
}

async function refusesConnections(server: Filedeck): Promise<boolean> {
  return fetch(`${server.url}/api/health`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
}

// How soon it ends: bench/verdicts/promises.ts.
test("an idle server ends by itself, kept-alive connections and open sockets notwithstanding", async ({ page }) => {
  const server = await startFiledeck();
  const session = await signIn(server);
  const socket = page.waitForEvent("websocket");
  await page
    .context()
    .addCookies([
      { name: session.cookie.split("=")[0] ?? "", value: session.cookie.split("=")[1] ?? "", url: server.url },
    ]);
  await page.addInitScript((token) => localStorage.setItem("filedeck.token", token), session.token);
  await page.goto(`${server.url}/browse`);
  await socket;
  expect(await server.stop("SIGTERM")).toBe(0);
  await server.remove();
});

test("a server that still loads its pages is asked to end, and does so by itself", async () => {
  const port = await freePort();
  const { child, dir } = spawnFiledeck({ env: { FILEDECK_PORT: String(port) } });
  child.stdout.resume();
  const ended = once(child, "exit");
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { intervals: [10], timeout: patience.startMs },
    )
    .toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  rmSync(dir, { recursive: true });
});

test("SIGTERM lets a download finish, takes nothing new meanwhile, and ends with 0 after it", async () => {
  const server = await startFiledeck();
  const response = await startDownload(server, await signIn(server));
  const stopped = server.stop("SIGTERM");
  await expect.poll(() => refusesConnections(server)).toBe(true);
  let received = 0;
  response.on("data", (chunk: Buffer) => (received += chunk.length));
  await once(response, "end");
  expect(received).toBe(sizeBytes);
  expect(await stopped).toBe(0);
  await server.remove();
});

test("a reader that never reads does not keep the server for ever", async () => {
  const server = await startFiledeck();
  const response = await startDownload(server, await signIn(server));
  response.once("error", () => undefined);
  expect(await server.stop("SIGTERM")).toBe(0);
  await server.remove();
});

test("a running task is stored as interrupted and leaves no unfinished file", async () => {
  const server = await startFiledeck();
  const session = await signIn(server);
  const content = "x".repeat(20_000);
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, content]));
  plant(server.filesDir, { from: many, to: {} });
  const body = { files: ["files/from"], to: "files/to" };
  const { answer } = await call<{ taskId: string }>(server, "file/copy", { session, body });
  const readTask = async (from: Filedeck) =>
    (await call<Task>(from, `task/${answer.data.taskId}`, { session })).answer.data;
  await expect.poll(async () => (await readTask(server)).files, { intervals: [10] }).toBeGreaterThan(0);
  expect(await server.stop("SIGTERM")).toBe(0);
  const left = readdirSync(server.filesDir, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes(".part"),
  );
  expect(left).toEqual([]);
  const again = await startFiledeck({ workDir: server.workDir });
  expect((await readTask(again)).state).toBe("interrupted");
  await again.remove();
});
