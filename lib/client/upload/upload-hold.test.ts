import { expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { engineFor, turn } from "./engine-fixture";
import type { BatchResult } from "./upload-engine";
import type { NewUpload } from "./upload-item";
import type { UploadQueue } from "./upload-queue";

const base = "r" as VirtualPath;

function upload(name: string, size = 10, conflict: NewUpload["conflict"] = "fail"): NewUpload {
  // Only the size of the file matters here.
  return { base, folder: base, name: name as EntryName, label: name, conflict, file: { size } as File };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => upload(`f${index}`));
const statesOf = ({ items }: UploadQueue) => new Set(items.map(({ state }) => state));

test("many small files go together, each with its own outcome; a few go alone", async () => {
  const batches: number[] = [];
  const { queue, engine } = engineFor([...many(500), upload("big", 600_000)], {
    sendMany: async (items) => {
      batches.push(items.length);
      return { type: "stored", failures: new Map([[7, "file/exists" as const]]) };
    },
  });
  engine.pump();
  await turn();
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(batches.length).toBeLessThan(4);
  expect(queue.counts).toMatchObject({ done: 500, failed: 1 });
  const few = engineFor(many(5), { sendMany: () => Promise.reject(new Error("too few for that")) });
  few.engine.pump();
  await turn();
  expect(few.queue.counts.done).toBe(5);
});

test("cancelling one of many sends the others again", async () => {
  let calls = 0;
  const { queue, engine } = engineFor(many(100), {
    sendMany: (_, { signal }) => {
      if (calls++ > 0) return Promise.resolve({ type: "stored", failures: new Map() });
      return new Promise<BatchResult>((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" })));
    },
  });
  engine.pump();
  engine.cancel([3]);
  await turn();
  await turn();
  expect(queue.counts).toMatchObject({ done: 99, cancelled: 1, failed: 0, offline: 0 });
});

test("what is held keeps its address and what was sent, and goes on there", async () => {
  const seen: (string | null)[] = [];
  const { queue, engine } = engineFor([upload("film", 100_000_000)], {
    send: (item, { onUrl, onProgress, signal }) => {
      seen.push(item.url);
      if (item.url !== null) return Promise.resolve({ type: "stored", isVerified: true });
      onUrl("/tus/1");
      onProgress(40_000_000);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" })));
    },
  });
  engine.pump();
  await turn();
  engine.pauseAll();
  await turn();
  expect(queue.items[0]).toMatchObject({ state: "paused", sentBytes: 40_000_000, url: "/tus/1" });
  expect(queue.isOffline).toBe(false);
  engine.resumeAll();
  await turn();
  expect(queue.items[0]).toMatchObject({ state: "done", isVerified: true });
  expect(seen).toEqual([null, "/tus/1"]);
});

test("giving up removes what has arrived, also where the address comes too late", async () => {
  const discarded: string[] = [];
  let tell: (url: string) => void = () => {};
  const { queue, engine } = engineFor([upload("a", 100_000_000), upload("b", 100_000_000)], {
    discard: (url) => void discarded.push(url),
    send: (item, { onUrl, signal }) => {
      if (item.name === "a") onUrl("/tus/a");
      else tell = onUrl;
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" })));
    },
  });
  engine.pump();
  await turn();
  engine.cancelAll();
  tell("/tus/b");
  await turn();
  expect(discarded).toEqual(["/tus/a", "/tus/b"]);
  expect([...statesOf(queue)]).toEqual(["cancelled"]);
});

test("what had arrived before everything was cancelled counts as uploaded", async () => {
  const arrived = new Set(["f0", "f1", "f30"]);
  const asked: string[] = [];
  const { queue, engine } = engineFor(many(600), {
    sendMany: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" }))),
    isNeedless: async ({ name, conflict, file }) => {
      // The file's time is compared, so it must not be forgotten already.
      if (conflict === "resume" && file !== null) asked.push(name);
      return arrived.has(name);
    },
  });
  engine.pump();
  await turn();
  engine.cancelAll();
  await expect.poll(() => queue.counts).toMatchObject({ done: 3, cancelled: 597 });
  expect([queue.sentBytes, queue.totalBytes]).toEqual([30, 30]);
  expect(asked.length).toBeGreaterThan(399);
});

test("a paused batch that is cancelled counts what had arrived; one that never began is not asked about", async () => {
  const { queue, engine } = engineFor(many(30), {
    sendMany: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" }))),
    isNeedless: async ({ name }) => name === "f3",
  });
  engine.pump();
  await turn();
  engine.pauseAll();
  await turn();
  engine.cancelAll();
  await expect.poll(() => queue.counts).toMatchObject({ done: 1, cancelled: 29 });

  const waiting = engineFor(many(5), { isNeedless: () => Promise.reject(new Error("asked")) });
  waiting.engine.cancelAll();
  await turn();
  expect(waiting.queue.counts).toMatchObject({ cancelled: 5 });
});
