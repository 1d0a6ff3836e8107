import { describe, expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { applyUpload, bigFileBytes, lanesForBig, startNextUpload } from "./upload-changes";
import { isUploading, newUploadQueue } from "./upload-queue";
import type { NewUpload } from "./upload-item";

function upload(name: string, sizeBytes = 10): NewUpload {
  // Only the size of the file matters to the queue.
  return {
    base: "r" as VirtualPath,
    folder: "r" as VirtualPath,
    name: name as EntryName,
    label: name,
    conflict: "fail",
    file: { size: sizeBytes } as File,
  };
}

function queueOf(...uploads: NewUpload[]) {
  const queue = newUploadQueue();
  applyUpload(queue, { type: "add", uploads });
  return queue;
}

function startAll(queue: ReturnType<typeof newUploadQueue>) {
  const started: string[] = [];
  for (let item = startNextUpload(queue); item !== null; item = startNextUpload(queue)) started.push(item.name);
  return started;
}

describe("upload queue", () => {
  test("six small ones at once, in order", () => {
    const queue = queueOf(...Array.from("abcdefgh", (name) => upload(name)));
    expect(startAll(queue).join("")).toBe("abcdef");
    applyUpload(queue, { type: "done", id: 2 });
    expect(startAll(queue).join("")).toBe("g");
  });

  test("three big ones at once; small ones pass them", () => {
    const queue = queueOf(...Array.from("ABCDE", (name) => upload(name, bigFileBytes)), upload("s"));
    expect(startAll(queue).join("")).toBe("sABC");
  });

  test("a big one alone takes several connections, several take one each", () => {
    expect(lanesForBig(queueOf(upload("A", bigFileBytes)))).toBe(4);
    const two = queueOf(upload("A", bigFileBytes), upload("B", bigFileBytes));
    startAll(two);
    expect(lanesForBig(two)).toBe(2);
    expect(lanesForBig(queueOf(...Array.from("ABCDE", (name) => upload(name, bigFileBytes))))).toBe(1);
    expect(lanesForBig({ ...newUploadQueue(), maxParallel: 1 })).toBe(1);
  });

  test("what had arrived before a pause is no speed of now", () => {
    const queue = queueOf(upload("a", 1_000));
    const onWire = () => queue.sentBytes - queue.standingBytes;
    startAll(queue);
    applyUpload(queue, { type: "url", id: 0, url: "/1" });
    applyUpload(queue, { type: "progress", id: 0, sentBytes: 100 });
    expect(onWire()).toBe(100);
    applyUpload(queue, { type: "pause", id: 0 });
    applyUpload(queue, { type: "resume", id: 0 });
    startAll(queue);
    applyUpload(queue, { type: "progress", id: 0, sentBytes: 700 });
    expect([onWire(), queue.sentBytes]).toEqual([100, 700]);
    applyUpload(queue, { type: "progress", id: 0, sentBytes: 800 });
    expect(onWire()).toBe(200);
    // After a reload, by an address that is known from the server.
    const again = queueOf({ ...upload("b", 1_000), url: "/2" });
    startAll(again);
    applyUpload(again, { type: "progress", id: 0, sentBytes: 900 });
    expect([again.sentBytes, again.standingBytes]).toEqual([900, 900]);
  });

  test("totals follow progress, success, failure and cancelling", () => {
    const queue = queueOf(upload("a", 100), upload("b", 50), upload("c", 30));
    startAll(queue);
    applyUpload(queue, { type: "progress", id: 0, sentBytes: 60 });
    expect([queue.sentBytes, queue.totalBytes]).toEqual([60, 180]);
    applyUpload(queue, { type: "done", id: 0 });
    applyUpload(queue, { type: "failed", id: 1, error: "file/disk-full" });
    applyUpload(queue, { type: "cancel", id: 2 });
    expect([queue.sentBytes, queue.totalBytes]).toEqual([100, 150]);
    expect(queue.counts).toMatchObject({ done: 1, failed: 1, cancelled: 1, sending: 0 });
    expect(isUploading(queue)).toBe(false);
    expect(queue.items[0]?.file).toBeNull();
    expect(queue.items[1]?.file).not.toBeNull();
  });

  test("late news about a cancelled item changes nothing", () => {
    const queue = queueOf(upload("a", 100));
    startAll(queue);
    applyUpload(queue, { type: "cancel", id: 0 });
    applyUpload(queue, { type: "progress", id: 0, sentBytes: 50 });
    applyUpload(queue, { type: "done", id: 0 });
    expect(queue.items[0]?.state).toBe("cancelled");
    expect(queue.sentBytes).toBe(0);
  });

  test("what was sent without an answer may be there already", () => {
    const queue = queueOf(upload("a"), upload("b"), upload("c"));
    applyUpload(queue, { type: "pause", id: 2 });
    startAll(queue);
    applyUpload(queue, { type: "lost", id: 0 });
    applyUpload(queue, { type: "pause", id: 1 });
    expect(queue.items.map(({ mayBeThere }) => mayBeThere)).toEqual([true, true, false]);
  });

  test("a lost network holds everything until it is back", () => {
    const queue = queueOf(...Array.from("abcdefgh", (name) => upload(name)));
    startAll(queue);
    applyUpload(queue, { type: "lost", id: 0 });
    expect(queue.isOffline).toBe(true);
    applyUpload(queue, { type: "lost", id: 1 });
    expect(startAll(queue)).toEqual([]);
    applyUpload(queue, { type: "online" });
    expect(startAll(queue).join("")).toBe("gh");
    expect(queue.counts.waiting).toBe(2);
  });

  test("an item that always loses the network fails in the end, and can be tried again", () => {
    const queue = queueOf(upload("a"));
    for (let round = 0; round < 5; round++) {
      startAll(queue);
      applyUpload(queue, { type: "lost", id: 0 });
      applyUpload(queue, { type: "online" });
    }
    expect(queue.items[0]).toMatchObject({ state: "failed", error: "network" });
    applyUpload(queue, { type: "retry-all" });
    expect(startAll(queue)).toEqual(["a"]);
  });

  test("cancelling all leaves nothing to start", () => {
    const queue = queueOf(...Array.from("abcdefgh", (name) => upload(name)));
    startAll(queue);
    applyUpload(queue, { type: "cancel-all" });
    expect(startAll(queue)).toEqual([]);
    expect(queue.counts.cancelled).toBe(8);
    expect(queue.totalBytes).toBe(0);
  });
});
