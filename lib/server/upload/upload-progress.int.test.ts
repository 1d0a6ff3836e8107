import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { request, type ClientRequest } from "node:http";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder, metadataOf } from "@/e2e/support/start-tus-server";
import { startRealtime } from "@/e2e/support/start-realtime";
import { uploadChannels, type UploadProgress } from "@/lib/contracts/upload";
import type { Permission } from "@/lib/shared/permissions";
import { applyLive } from "@/lib/shared/live-rows";
import { parseVirtualPath } from "@/lib/shared/paths";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followProgress } from "./follow-progress";
import { noteSending } from "./upload-progress";

const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";
const offsetType = { "content-type": "application/offset+octet-stream" };
const bytes = randomBytes(400_000);
/** What the server may take until it has seen a broken connection, and calls it paused. */
const patience = { timeout: 15_000, interval: 50 };

let server: Awaited<ReturnType<typeof startRealtime>>;
beforeAll(async () => {
  server = await startRealtime(serveChannels(uploadChannels, { progress: followProgress }));
});
afterEach(() => server.leave());
afterAll(() => server.close());

async function person() {
  const session = await server.sessionOf([write, "file_read"]);
  const token = await server.api.makeToken(session.userId, [write, "file_read"]);
  return { session, token };
}

/** What a tab of this session is told, now. */
async function viewOf(session: Parameters<typeof server.channelsOf>[0]) {
  const { openChannel } = await server.channelsOf<typeof uploadChannels.progress>(session);
  const view = { rows: new Map() as ReadonlyMap<string, UploadProgress>, left: 0 };
  const { close } = openChannel(
    "upload/progress",
    {},
    {
      onMessage: (message) => {
        view.rows = applyLive(view.rows, message);
        view.left = message.left;
      },
      onClose: () => {},
    },
  );
  onTestFinished(close);
  return { view, row: () => [...view.rows.values()][0] };
}

/** A request that promises all that is left and sends as much as it is told. */
function sendSlowly(method: string, address: string, headers: Record<string, string>): ClientRequest {
  const open = request(`${server.api.url}${address}`, { method, headers });
  open.on("error", () => {});
  open.flushHeaders();
  return open;
}

async function createUpload(token: string, path: string, more: Record<string, string> = {}): Promise<string> {
  const headers = {
    "upload-length": String(bytes.length),
    "upload-metadata": metadataOf({ path, ...more }),
    "upload-run": "ThisPagesRun0001",
  };
  const reply = await server.api.send("POST", "", { token, headers });
  return String(reply.headers.location);
}

test("an upload moves for its sender's other tabs and for root, is paused with its connection, goes on, and is gone at its end", async () => {
  const { dir, path: folder } = makeFolder(server.api);
  const [mia, tom] = [await person(), await person()];
  const own = await viewOf(mia.session);
  const others = await viewOf(tom.session);
  const roots = await viewOf(server.root);
  const address = await createUpload(mia.token, `${folder}/film.bin`);
  const headersFrom = (offset: number) => ({
    ...offsetType,
    authorization: mia.token,
    "tus-resumable": "1.0.0",
    "upload-run": "ThisPagesRun0001",
    "upload-offset": String(offset),
    "content-length": String(bytes.length - offset),
  });
  const first = sendSlowly("PATCH", address, headersFrom(0));
  first.write(bytes.subarray(0, 100_000));
  await vi.waitFor(() => expect(own.row()).toMatchObject({ state: "active", bytes: 100_000, size: 400_000 }), patience);
  first.write(bytes.subarray(100_000, 200_000));
  await vi.waitFor(() => expect(own.row()?.bytes).toBe(200_000), patience);
  expect(own.row()).toMatchObject({ name: "film.bin", folder, username: null, is_own: true, run: "ThisPagesRun0001" });
  expect(own.row()?.uploads).toEqual([address.split("/").at(-1)]);
  await vi.waitFor(() => expect(roots.row()?.bytes).toBe(200_000), patience);
  expect(roots.row()).toMatchObject({ username: mia.session.userId, is_own: false });
  expect(JSON.stringify(roots.row())).not.toContain("userId");

  first.destroy();
  await vi.waitFor(() => expect(own.row()?.state).toBe("paused"), patience);
  const second = sendSlowly("PATCH", address, headersFrom(200_000));
  second.write(bytes.subarray(200_000, 300_000));
  await vi.waitFor(() => expect(own.row()).toMatchObject({ state: "active", bytes: 300_000 }), patience);
  expect(own.view.rows.size).toBe(1);
  second.end(bytes.subarray(300_000));
  await vi.waitFor(() => expect([own.view.rows.size, roots.view.rows.size]).toEqual([0, 0]), patience);
  expect(existsSync(`${dir}/film.bin`)).toBe(true);
  expect(others.view.rows.size).toBe(0);
});

test("a file that is sent whole moves as well, and nothing is left of it when it breaks off", async () => {
  const { dir, path: folder } = makeFolder(server.api);
  const mia = await person();
  const { view, row } = await viewOf(mia.session);
  const headers = { authorization: mia.token, "content-length": String(bytes.length) };
  const open = sendSlowly("PUT", `/api/file/${folder}/plain.bin?conflict=fail`, headers);
  open.write(bytes.subarray(0, 100_000));
  await vi.waitFor(() => expect(row()).toMatchObject({ name: "plain.bin", state: "active", size: 400_000 }), patience);
  await vi.waitFor(() => expect(row()?.bytes).toBeGreaterThanOrEqual(100_000), patience);
  open.destroy();
  await vi.waitFor(() => expect(view.rows.size).toBe(0), patience);
  expect(existsSync(`${dir}/plain.bin`)).toBe(false);
});

test("the pieces of one file are one row of the whole, which a discard takes away", async () => {
  const { path: folder } = makeFolder(server.api);
  const mia = await person();
  const { view, row } = await viewOf(mia.session);
  const sending: ClientRequest[] = [];
  const addresses: string[] = [];
  for (const index of [0, 1]) {
    const reply = await server.api.send("POST", "", {
      token: mia.token,
      headers: {
        "upload-length": String(bytes.length),
        "upload-concat": "partial",
        "upload-metadata": metadataOf({ path: `${folder}/two.bin`, pieces: `group1 ${index} 2 800000` }),
      },
    });
    const address = String(reply.headers.location);
    addresses.push(address);
    const open = sendSlowly("PATCH", address, {
      ...offsetType,
      authorization: mia.token,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-length": String(bytes.length),
    });
    open.write(bytes.subarray(0, 50_000));
    sending.push(open);
  }
  await vi.waitFor(() => expect(row()).toMatchObject({ bytes: 100_000, size: 800_000, name: "two.bin" }), patience);
  expect([view.rows.size, row()?.uploads.length]).toEqual([1, 2]);
  for (const open of sending) open.destroy();
  for (const address of addresses) await server.api.send("DELETE", address, { token: mia.token });
  await vi.waitFor(() => expect(view.rows.size).toBe(0), patience);
});

test("nobody is told of more than a screen shows, but how many more there are", async () => {
  const mia = await person();
  const { view } = await viewOf(mia.session);
  const sender = { userId: mia.session.userId, username: "mia" };
  const folder = parseVirtualPath("files");
  if (folder === null) throw new Error("no folder");
  const part = { index: "0", uploadId: null, bytes: () => 1 };
  const ends = Array.from({ length: 120 }, (_, index) =>
    noteSending({ id: `many ${index}`, sender, folder, name: "a", sizeBytes: 2, run: null, part }),
  );
  await vi.waitFor(() => expect([view.rows.size, view.left]).toEqual([100, 20]), patience);
  for (const end of ends) end("gone");
  await vi.waitFor(() => expect([view.rows.size, view.left]).toEqual([0, 0]), patience);
});
