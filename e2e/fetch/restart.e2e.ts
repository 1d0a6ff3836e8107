import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Task } from "@/lib/contracts/task";
import type { Permission } from "@/lib/shared/permissions";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { sendRanges, startOrigin } from "../support/start-origin";

const mb = 1_048_576;
const all: readonly Permission[] = [
  "file_read",
  "http_proxy",
  "lan_access",
  "filecat_file_context_update_upload_created_copy_decompression",
];

async function begin(server: Filedeck, session: Pick<Session, "token" | "cookie">, body: object): Promise<string> {
  const headers = { authorization: session.token, cookie: session.cookie };
  const begun = await call<{ taskIds: string[] }>(server, "file/fetch", { headers, body });
  expect(begun.status, begun.text).toBe(200);
  return begun.answer.data.taskIds[0] ?? "";
}

const partsIn = (dir: string) => readdirSync(dir).filter((name) => name.endsWith(".part"));

test("a download goes on after a kill and after a stop of the server, as the same task, and ends whole", async () => {
  const bytes = Buffer.from(Array.from({ length: 7 * mb + 1 }, (_, index) => (index * 7 + (index >> 8)) % 251));
  let isWhole = false;
  const origin = await startOrigin((request, response) => {
    if (isWhole) return sendRanges(request, response, { bytes, etag: '"v"' });
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const range = start > 0 ? { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {};
    response.writeHead(start > 0 ? 206 : 200, { etag: '"v"', "content-length": bytes.length - start, ...range });
    // And then nothing more.
    response.write(bytes.subarray(start, start + 2.5 * mb));
  });
  const url = `http://me:hush@127.0.0.1:${origin.port}/film.bin?token=hush`;
  const checksum = createHash("sha256").update(bytes).digest("hex");
  const first = await startFiledeck();
  const { filesDir, dataDir, workDir } = first;
  const sizeOfPart = () => partsIn(filesDir).reduce((sum, name) => sum + statSync(path.join(filesDir, name)).size, 0);
  const id = await begin(first, await signIn(first), { urls: [url], to: "files", checksum });
  await expect.poll(sizeOfPart).toBeGreaterThanOrEqual(2 * mb);
  await first.stop("SIGKILL");
  for (const file of readdirSync(dataDir).filter((name) => name.startsWith("filedeck.db")))
    expect(readFileSync(path.join(dataDir, file)).includes("hush"), file).toBe(false);

  const second = await startFiledeck({ workDir });
  const running = await call<Task>(second, `task/${id}`, { session: await signIn(second) });
  expect(["queued", "running"]).toContain(running.answer.data.state);
  await expect.poll(sizeOfPart).toBeGreaterThanOrEqual(4 * mb);
  expect(await second.stop()).toBe(0);
  const left = sizeOfPart();

  isWhole = true;
  const third = await startFiledeck({ workDir });
  const task = await finishTask(third, await signIn(third), id);
  expect(task).toMatchObject({ state: "done", bytes: bytes.length, result: { path: "files/film.bin" } });
  expect(readdirSync(filesDir)).toEqual(["film.bin"]);
  expect(readFileSync(path.join(filesDir, "film.bin")).equals(bytes)).toBe(true);
  const ranges = origin.seen.map(({ headers }) => headers.range);
  expect([ranges.length, ranges[0], ranges[2]]).toEqual([3, undefined, `bytes=${left}-`]);
  expect(origin.seen.every(({ headers }) => headers.authorization?.startsWith("Basic ") === true)).toBe(true);
  origin.close();
  await third.remove();
});

test("whoever has lost the right to it meanwhile gets no more of a download, and nothing of it stays", async () => {
  const origin = await startOrigin((_, response) => {
    response.writeHead(200, { etag: '"v"', "content-length": 1_000_000 }).write("some");
  });
  const first = await startFiledeck();
  const { filesDir, workDir } = first;
  const root = await signIn(first);
  const body = { urls: [`${origin.url}/a.bin`], to: "files" };
  const users = await Promise.all(
    ["disabled", "lan", "folder", "token"].map(() => makeUser(first, root, { permissions: [...all, "api_token"] })),
  );
  const [disabled, lan, folder, holder] = users;
  if (!disabled || !lan || !folder || !holder) throw new Error("no users");
  const owner = await signIn(first, holder);
  const made = await call<{ token: string; id: string }>(first, "user/tokens", {
    session: owner,
    body: { name: "script", auth_list: all, expires_at: null, password: holder.password },
  });
  const sessions = await Promise.all([disabled, lan, folder].map((user) => signIn(first, user)));
  const callers = [...sessions, { token: made.answer.data.token, cookie: "" }];
  const ids = await Promise.all(callers.map((caller) => begin(first, caller, body)));
  await expect.poll(() => partsIn(filesDir)).toHaveLength(4);
  const put = (at: string, change: object) => call(first, at, { method: "PUT", session: root, body: change });
  const changes = await Promise.all([
    put(`user/users/${disabled.id}`, { disabled: true }),
    put(`user/roles/${lan.roleId}`, { auth_list: all.filter((name) => name !== "lan_access") }),
    put(`user/roles/${folder.roleId}`, { access_dirs: [] }),
    call(first, `user/tokens/${made.answer.data.id}`, { method: "DELETE", session: owner }),
  ]);
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await first.stop("SIGKILL");
  const asked = origin.seen.length;

  const second = await startFiledeck({ workDir });
  const again = await signIn(second);
  const ends = await Promise.all(ids.map((id) => finishTask(second, again, id)));
  expect(ends.map(({ state }) => state)).toEqual(["failed", "failed", "failed", "failed"]);
  expect(ends.map(({ error }) => error)).toEqual([
    "task/user-gone",
    "outbound/lan",
    "file/not-found",
    "task/token-gone",
  ]);
  expect([readdirSync(filesDir), origin.seen.length]).toEqual([[], asked]);
  origin.close();
  await second.remove();
});
