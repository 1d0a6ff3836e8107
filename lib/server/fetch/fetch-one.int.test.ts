import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sendRanges, startOrigin, type Origin } from "@/e2e/support/start-origin";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import type { StepContext } from "@/lib/server/group/task-step";
import { fetchOne, type FetchWish } from "./fetch-one";
import type { FetchMemory, Kept } from "./fetch-part";

const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7 + (index >> 8)) % 251));
const sha256 = createHash("sha256").update(bytes).digest("hex");
const to = "r" as VirtualPath; // the fixture's root
let fixture: LocalFixture;
let origin: Origin | null = null;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());
afterEach(() => origin?.close());

async function serveBy(answer: Parameters<typeof startOrigin>[0]): Promise<Origin> {
  origin = await startOrigin(answer);
  return origin;
}

function makeMemory(): FetchMemory {
  let now: Kept | null = null;
  return {
    kept: () => now,
    keep: (kept) => {
      now = kept;
      return Promise.resolve();
    },
  };
}

function fetch(url: string, wish: Partial<FetchWish> = {}, step: Partial<StepContext> = {}) {
  const context = { signal: new AbortController().signal, onProgress: () => {}, ask: () => Promise.resolve(null) };
  return fetchOne(
    {
      url: new URL(url),
      to,
      name: undefined,
      checksum: undefined,
      conflict: "rename",
      reach: async () => ({ lan: true }),
      delaysMs: [1, 1, 1],
      storage: fixture.storage,
      memory: makeMemory(),
      keeping: { overwriting: (work) => work({ replaced: null }), ids: [] },
      isStopping: () => false,
      onSize: () => {},
      ...wish,
    },
    { ...context, ...step },
  );
}

const read = (name: string) => readFileSync(`${fixture.root}/${name}`);
const names = () => readdirSync(fixture.root).sort();

test("a line that breaks again and again ends with the right bytes, each asked for once", async () => {
  let cuts = 5;
  const { url, seen } = await serveBy((request, response) =>
    sendRanges(request, response, { bytes, etag: '"v1"', cutAfter: cuts-- > 0 ? 70_000 : undefined }),
  );
  const sizes: number[] = [];
  const outcome = await fetch(`${url}/video.mp4`, {
    checksum: sha256.toUpperCase(),
    onSize: (size) => sizes.push(size),
  });
  expect(outcome).toMatchObject({ files: 1, bytes: 400_000, result: { path: "r/video.mp4", size: 400_000 } });
  expect(read("video.mp4").equals(bytes)).toBe(true);
  expect(sizes).toEqual([400_000]);
  expect(seen.slice(1).every(({ headers }) => headers["if-range"] === '"v1"')).toBe(true);
  expect(seen.slice(1).map(({ headers }) => headers.range)).toEqual(
    [1, 2, 3, 4, 5].map((count) => `bytes=${count * 70_000}-`),
  );
});

test("a server without ranges sends the beginning again; without a validator all is begun anew", async () => {
  let cuts = 1;
  const { url } = await serveBy((request, response) => {
    const etag = request.url === "/validated.bin" ? { etag: '"x"' } : {};
    response.writeHead(200, { "content-length": bytes.length, ...etag });
    if (cuts-- > 0) response.write(bytes.subarray(0, 100_000), () => response.destroy());
    else response.end(bytes);
  });
  await fetch(`${url}/validated.bin`);
  cuts = 1;
  await fetch(`${url}/plain.bin`);
  for (const name of ["validated.bin", "plain.bin"]) expect(read(name).equals(bytes)).toBe(true);
});

test("a file that changed in between is not glued together", async () => {
  let count = 0;
  const other = Buffer.from(bytes.map((byte) => byte ^ 1));
  const { url } = await serveBy((request, response) => {
    count++;
    sendRanges(request, response, {
      bytes: count === 1 ? bytes : other,
      etag: count === 1 ? '"old"' : '"new"',
      cutAfter: count === 1 ? 50_000 : undefined,
    });
  });
  await fetch(`${url}/changing.bin`);
  expect(read("changing.bin").equals(other)).toBe(true);
});

test("what cannot be had leaves nothing, and says why", async () => {
  const before = names();
  const special: Record<string, Record<string, string>> = {
    "/short": { "content-length": "100" },
    "/broken.gzip": { "content-encoding": "gzip", "content-length": "5" },
    "/zstd": { "content-encoding": "zstd" },
    "/huge": { "content-length": String(2 ** 50) },
  };
  const { url } = await serveBy((request, response) => {
    const code = Number(request.url?.slice(1));
    const headers = special[request.url ?? ""];
    if (headers === undefined) response.writeHead(Number.isNaN(code) ? 200 : code).end("an error page");
    else response.writeHead(200, headers).write("short", () => response.destroy());
  });
  for (const [path, key] of [
    ["/404", "fetch/not-found"],
    ["/401", "fetch/denied"],
    ["/500", "fetch/status"],
    ["/204", "fetch/status"],
    ["/short", "fetch/changed"],
    ["/broken.gzip", "fetch/encoding"],
    ["/zstd", "fetch/encoding"],
    ["/huge", "file/disk-full"],
  ] as const)
    await expect(fetch(url + path)).rejects.toThrow(key);
  await expect(fetch(`${url}/sum`, { checksum: sha256 })).rejects.toThrow("fetch/checksum");
  await expect(fetch(`${url}/sum`, { reach: async () => ({ lan: false }) })).rejects.toThrow("outbound/lan");
  expect(names()).toEqual(before);
});

test("chunks without a length, an encoding nobody asked for, and an archive that is called encoded", async () => {
  const { url } = await serveBy((request, response) => {
    if (request.url === "/chunked.txt") {
      response.write("one ");
      response.end("two");
    } else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes));
  });
  await fetch(`${url}/chunked.txt`);
  await fetch(`${url}/packed.txt`);
  await fetch(`${url}/packed.tar.gz`);
  expect(read("chunked.txt").toString()).toBe("one two");
  expect(read("packed.txt").equals(bytes)).toBe(true);
  expect(read("packed.tar.gz").equals(gzipSync(bytes))).toBe(true);
});

test("a hostile name stays in the folder; a taken one is kept, asked about, skipped or replaced", async () => {
  const { url } = await serveBy((request, response) =>
    response
      .writeHead(200, {
        "content-length": 3,
        ...(request.url === "/evil" ? { "content-disposition": 'attachment; filename="../../evil.txt"' } : {}),
      })
      .end("new"),
  );
  await fetch(`${url}/evil`);
  expect([read("evil.txt").toString(), (await fixture.outside?.fingerprint())?.includes("evil")]).toEqual([
    "new",
    false,
  ]);
  writeFileSync(`${fixture.root}/taken.txt`, "old");
  await fetch(`${url}/taken.txt`);
  expect([read("taken.txt").toString(), read("taken (2).txt").toString()]).toEqual(["old", "new"]);
  expect(await fetch(`${url}/taken.txt`, { conflict: "skip" })).toEqual({ skipped: 1 });
  const asked: string[] = [];
  const ask: StepContext["ask"] = ({ path, arriving }) => {
    asked.push(`${path} ${arriving.size}`);
    return Promise.resolve("replace");
  };
  await expect(fetch(`${url}/taken.txt`, { conflict: "ask" })).rejects.toThrow("file/exists");
  expect(read("taken.txt").toString()).toBe("old");
  await fetch(`${url}/other.txt`, { conflict: "ask", name: "taken.txt" as EntryName }, { ask });
  expect([read("taken.txt").toString(), asked]).toEqual(["new", ["r/taken.txt 3"]]);
});

test("a cancelled download ends at once and leaves no stump", async () => {
  const before = names();
  const abort = new AbortController();
  const { url } = await serveBy((_, response) => {
    response.writeHead(200, { "content-length": 1_000 }).write("some");
  });
  const going = fetch(`${url}/stuck.bin`, {}, { signal: abort.signal, onProgress: () => abort.abort() });
  await expect(going).rejects.toThrow("request/cancelled");
  await expect.poll(names).toEqual(before);
});

const etag = '"v1"';

/** As a server that ends leaves a download: 120,000 bytes in the part and what is known of it. */
async function leaveBegun(name: string, wish: Partial<FetchWish> = {}) {
  const memory = makeMemory();
  const { url, close } = await startOrigin((request, response) => {
    const headers = { "content-length": bytes.length, ...(request.url === "/plain.bin" ? {} : { etag }) };
    response.writeHead(200, headers).write(bytes.subarray(0, 120_000), () => response.destroy());
  });
  const going = fetch(`${url}/${name}`, { memory, isStopping: () => true, delaysMs: [], ...wish });
  await expect(going).rejects.toThrow(name === "plain.bin" ? "fetch/changed" : "outbound/cut");
  close();
  const part = `${fixture.root}/.filedeck-upload-${memory.kept()?.partId}.part`;
  expect(readFileSync(part).equals(bytes.subarray(0, 120_000))).toBe(true);
  return { memory, part };
}

test("a later run goes on where an earlier one was stopped, and checks the sum of it all", async () => {
  const { memory } = await leaveBegun("later.bin", { checksum: sha256 });
  const { url, seen } = await serveBy((request, response) => sendRanges(request, response, { bytes, etag }));
  const sizes: number[] = [];
  const more = { memory, isResumed: true, checksum: sha256, onSize: (size: number) => sizes.push(size) };
  const outcome = await fetch(`${url}/renamed-by-the-server.bin`, more);
  expect(outcome).toEqual({
    files: 1,
    bytes: 400_000,
    replaced: 0,
    kept: 0,
    result: { path: "r/later.bin", size: 400_000 },
  });
  expect(read("later.bin").equals(bytes)).toBe(true);
  expect([sizes, seen.map(({ headers }) => headers.range)]).toEqual([[400_000], ["bytes=120000-"]]);
});

test("a later run begins anew when the part is gone, spoilt by a change, or was never sure to fit", async () => {
  const before = names().length;
  const { url, seen } = await serveBy((request, response) => sendRanges(request, response, { bytes, etag: '"v2"' }));
  const gone = await leaveBegun("gone.bin");
  rmSync(gone.part);
  const changed = await leaveBegun("changed.bin");
  const plain = await leaveBegun("plain.bin");
  for (const { memory } of [gone, changed, plain]) await fetch(`${url}/x`, { memory, isResumed: true });
  for (const name of ["gone.bin", "changed.bin", "plain.bin"]) expect(read(name).equals(bytes)).toBe(true);
  expect(names()).toHaveLength(before + 3);
  expect(seen.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=120000-", undefined, undefined]);
});

test("a later run waits for a network that comes late, and asks nobody for what is there", async () => {
  const { memory, part } = await leaveBegun("patient.bin");
  let refusals = 2;
  const { url, seen } = await serveBy((request, response) =>
    refusals-- > 0 ? request.socket.destroy() : sendRanges(request, response, { bytes, etag }),
  );
  const etags: (string | null)[] = [];
  const watched = {
    ...memory,
    keep: (kept: Kept) => {
      etags.push(kept.etag);
      return memory.keep(kept);
    },
  };
  await fetch(`${url}/x`, { memory: watched, isResumed: true });
  expect([seen.length, etags.filter((one) => one !== null).length]).toEqual([3, 1]);
  // Killed after it got its name, before anybody could say so.
  const count = names().length;
  await fetch(`${url}/x`, { memory, isResumed: true });
  // Killed after the last byte, before it got its name.
  renameSync(`${fixture.root}/patient.bin`, part);
  await fetch(`${url}/x`, { memory, isResumed: true });
  expect([seen.length, names().length]).toEqual([3, count]);
  expect(read("patient.bin").equals(bytes)).toBe(true);
});

test("the right to the local network is asked for before every new connection", async () => {
  let mayLan = true;
  const places: boolean[] = [];
  const { url, seen } = await serveBy((request, response) => {
    mayLan = false;
    sendRanges(request, response, { bytes, etag: '"v1"', cutAfter: 70_000 });
  });
  const before = names();
  const reach = async () => ({ lan: mayLan });
  const onReached = ({ isLan }: { isLan: boolean }) => void places.push(isLan);
  await expect(fetch(`${url}/secret.bin`, { reach, onReached })).rejects.toThrow("outbound/lan");
  expect([seen.length, places]).toEqual([1, [true]]);
  expect(names()).toEqual(before);
});

test("what the database has no room to remember leaves nothing on the disk", async () => {
  const { url } = await serveBy((request, response) => sendRanges(request, response, { bytes, etag: '"v1"' }));
  const before = readdirSync(fixture.root);
  const keep = () => Promise.reject(new Error("database or disk is full"));
  await expect(fetch(`${url}/full.bin`, { memory: { kept: () => null, keep } })).rejects.toThrow("full");
  expect(readdirSync(fixture.root)).toEqual(before);
});
