import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { Task } from "@/lib/contracts/task";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";
import { sendRanges, startOrigin } from "../support/start-origin";

const upload = "filecat_file_context_update_upload_created_copy_decompression";
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 251));

const begin = (server: Filedeck, session: Session, body: object) =>
  call<{ taskIds: string[] }>(server, "file/fetch", { session, body });

/** Never sends all that it promises. */
const startStuck = () =>
  startOrigin((_, response) => {
    response.writeHead(200, { "content-length": 1_000_000 }).write("some");
  });

async function bytesArrived(server: Filedeck, session: Session, id: string): Promise<void> {
  await expect.poll(async () => (await call<Task>(server, `task/${id}`, { session })).answer.data.bytes).toBe(4);
}

test("a cut download goes on, is verified, and leaves no secret of its address behind", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot();
  let cuts = 2;
  const origin = await startOrigin((request, response) => {
    if (request.url?.startsWith("/old") === true) response.writeHead(301, { location: "/video.mp4?t=hush" }).end();
    else sendRanges(request, response, { bytes, etag: '"v"', cutAfter: cuts-- > 0 ? 100_000 : undefined });
  });
  const checksum = createHash("sha256").update(bytes).digest("hex");
  const url = `http://me:hush@127.0.0.1:${origin.port}/old?token=hush`;
  const begun = await begin(server, root, { urls: [url], to: base, checksum });
  expect(begun.status, begun.text).toBe(200);
  const task = await finishTask(server, root, begun.answer.data.taskIds[0] ?? "");
  expect(task).toMatchObject({ kind: "fetch", state: "done", bytes: 300_000, result: { path: `${base}/video.mp4` } });
  expect(readFileSync(path.join(dir, "video.mp4")).equals(bytes)).toBe(true);
  const seen = origin.seen.filter(({ path: at }) => at.startsWith("/video"));
  expect(seen.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=100000-", "bytes=200000-"]);
  origin.close();
  const audit = await call(server, "audit/list?action=POST%20file/fetch", { session: root });
  expect(audit.text).toContain(`${origin.url}/old?…`);
  expect(audit.text + JSON.stringify(task)).not.toContain("hush");
});

test("local addresses need the right; the server's own port, metadata and odd schemes are for nobody", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot();
  const origin = await startOrigin((request, response) =>
    response
      .writeHead(302, { location: request.url === "/own" ? `${server.url}/api/health` : "http://0xA9FEA9FE/" })
      .end(),
  );
  const permissions = ["file_read", "http_proxy", upload] as const;
  const user = await signIn(server, await makeUser(server, root, { permissions }));
  const refused = await begin(server, user, { urls: ["https://example.org/", `${origin.url}/x`], to: base });
  expect([refused.status, refused.answer.error]).toEqual([403, "outbound/lan"]);
  for (const [url, key] of [
    [server.url, "outbound/blocked"],
    [`http://2130706433:${server.port}/`, "outbound/blocked"],
    ["http://169.254.169.254/latest/", "outbound/blocked"],
    ["file:///etc/passwd", "request/invalid"],
    ["gopher://127.0.0.1/", "request/invalid"],
  ] as const)
    expect((await begin(server, root, { urls: [url], to: base })).answer.error).toBe(key);
  for (const way of ["own", "metadata"]) {
    const begun = await begin(server, root, { urls: [`${origin.url}/${way}`], to: base });
    const task = await finishTask(server, root, begun.answer.data.taskIds[0] ?? "");
    expect([task.state, task.error]).toEqual(["failed", "outbound/blocked"]);
  }
  const tooMany = Array.from({ length: 51 }, (_, index) => `https://example.org/${index}`);
  expect((await begin(server, root, { urls: tooMany, to: base })).status).toBe(400);
  origin.close();
  expect(readdirSync(dir)).toEqual([]);
});

test("starting needs two permissions and a folder to write in, stopping one of its own", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ mine: {}, theirs: {} });
  const origin = await startStuck();
  const limits = { access: [path.join(dir, "mine")], readOnly: [path.join(dir, "theirs")] };
  const all = ["file_read", "http_proxy", "lan_access", upload] as const;
  const sessionWith = async (permissions: Parameters<typeof makeUser>[2]) =>
    signIn(server, await makeUser(server, root, { ...limits, ...permissions }));
  const body = { urls: [`${origin.url}/a.bin`], to: `${base}/mine` };
  for (const missing of ["http_proxy", upload]) {
    const without = await sessionWith({ permissions: all.filter((name) => name !== missing) });
    const answer = await begin(server, without, body);
    expect([answer.status, answer.answer.params]).toEqual([403, { permission: missing }]);
  }
  const user = await sessionWith({ permissions: all });
  expect((await begin(server, user, { ...body, to: `${base}/theirs` })).answer.error).toBe("file/read-only");
  expect((await begin(server, user, { ...body, to: base.split("/")[0] })).status).not.toBe(200);
  const id = (await begin(server, user, body)).answer.data.taskIds[0] ?? "";
  await bytesArrived(server, user, id);
  const kept = await call(server, `task/${id}/cancel`, { session: user, body: {} });
  expect([kept.status, kept.answer.params]).toEqual([403, { permission: "http_proxy_download_cancel" }]);
  expect((await call(server, `task/${id}/cancel`, { session: root, body: {} })).status).toBe(200);
  expect((await finishTask(server, user, id)).state).toBe("cancelled");
  origin.close();
  await expect.poll(() => readdirSync(path.join(dir, "mine"))).toEqual([]);
});
