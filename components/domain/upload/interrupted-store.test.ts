import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyUpload } from "@/lib/client/upload/upload-changes";
import { newUploadQueue } from "@/lib/client/upload/upload-queue";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

const base = "r/to" as VirtualPath; // a path of the right form
const fileOf = (label: string) => ({
  base,
  folder: base,
  name: "x" as EntryName, // only the label matters here
  label,
  conflict: "fail" as const,
  file: { size: 1 } as File, // and the size
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** As a page that is loaded anew has it. */
const load = async () => {
  vi.resetModules();
  return import("./interrupted-store");
};

test("a folder whose page went is listed with what has arrived of it, for its user only, until it is forgotten", async () => {
  const before = await load();
  before.loadInterrupted("u1");
  const queue = newUploadQueue();
  applyUpload(queue, { type: "add", uploads: [fileOf("photos/1"), fileOf("photos/deep/2"), fileOf("alone")] });
  applyUpload(queue, { type: "pause-all" });
  const [first] = queue.items;
  if (first !== undefined) first.state = "done";
  before.keepFolders(queue, true);

  const after = await load();
  after.loadInterrupted("u2");
  expect(after.interruptedStore.get()).toEqual([]);
  after.loadInterrupted("u1");
  expect(after.interruptedStore.get()).toMatchObject([{ to: base, name: "photos", done: 1, total: 2 }]);
  after.forgetInterrupted(new Set(after.interruptedStore.get().map(({ id }) => id)));

  const later = await load();
  later.loadInterrupted("u1");
  expect(later.interruptedStore.get()).toEqual([]);
});

test("what another window is still sending is not listed, nor what was cancelled or is over", async () => {
  const one = await load();
  one.loadInterrupted("u1");
  const queue = newUploadQueue();
  applyUpload(queue, { type: "add", uploads: [fileOf("photos/1")] });
  one.keepFolders(queue);
  const other = await load();
  other.loadInterrupted("u1");
  expect(other.interruptedStore.get()).toEqual([]);

  applyUpload(queue, { type: "cancel-all" });
  one.keepFolders(queue, true);
  const third = await load();
  third.loadInterrupted("u1");
  expect(third.interruptedStore.get()).toEqual([]);
});

test("a storage that others have written into, or that refuses, is none", async () => {
  localStorage.setItem(
    "filedeck.uploading-folders",
    '[{"id":1},"x",{"id":"a","userId":"u1","name":"n","to":"","done":1}]',
  );
  const one = await load();
  one.loadInterrupted("u1");
  expect(one.interruptedStore.get()).toEqual([]);
  vi.stubGlobal("localStorage", {
    getItem: () => "{",
    setItem: () => {
      throw new Error("full");
    },
  });
  const two = await load();
  two.loadInterrupted("u1");
  expect(two.interruptedStore.get()).toEqual([]);
});
