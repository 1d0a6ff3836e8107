import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { sound } from "./damaged-samples";
import { extractStep } from "./extract-archive";
import { openArchive } from "./open-archive";

const { signal } = new AbortController();
const content = randomBytes(6_000_000);
const tar = Buffer.concat([
  tarHeader({ name: "big.bin", sizeBytes: content.length, mtimeMs: 0, type: "0" }),
  content,
  new Uint8Array(tarPadding(content.length) + 2 * tarBlockBytes),
]);

test.each([
  ["t.tar", tar],
  ["t.tar.gz", gzipSync(tar)],
  ["alone.gz", gzipSync(content)],
])("unpacking %s is as far as the archive has been read", async (name, bytes) => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(path.join(root, name), bytes);
  const step = extractStep({ path: at(name), to: at(""), options: { name, holder: "mia" }, only: undefined, storage });
  const told: number[] = [];
  const [amount] = await Promise.all([
    step.measure?.(signal),
    step.run({ signal, onProgress: (progress) => void told.push(progress.bytes), ask: async () => Promise.reject() }),
  ]);
  expect(amount).toEqual({ files: 0, bytes: bytes.length });
  expect(told.length).toBeGreaterThan(0);
  expect(told.toSorted((one, other) => one - other)).toEqual(told);
  expect(told.at(-1)).toBeLessThanOrEqual(bytes.length);
});

test("what 7-Zip has read of a packed file is told, too", async () => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  const [name, bytes] = Object.entries(sound).find(([one]) => one.endsWith(".xz")) ?? ["", Buffer.alloc(0)];
  writeFileSync(path.join(root, name), bytes);
  const file = await storage.open(at(name));
  onTestFinished(() => file.close());
  const told: number[] = [];
  const onRead = (readBytes: number) => void told.push(readBytes);
  const archive = await openArchive(file, { holder: "mia", name, signal, onRead });
  for await (const entry of archive.entries()) for await (const chunk of await entry.stream()) void chunk;
  expect(told.length).toBeGreaterThan(0);
});

test.for([
  ["t.tar", tar],
  ["t.tar.gz", gzipSync(tar)],
  ["alone.gz", gzipSync(content)],
] as const)(
  "a disk that is too small for %s is said to be full, by the entry for which there was no room",
  async ([name, bytes], { skip }) => {
    const mount = tryTmpfs("4m");
    if ("reason" in mount) {
      skip(mount.reason);
      return;
    }
    onTestFinished(() => mount.unmount());
    const { storage, root, close } = await makeLocalFixture();
    onTestFinished(close);
    mkdirSync(path.join(root, "small"));
    mount.run("mount", "--bind", mount.path, path.join(root, "small"));
    onTestFinished(() => mount.unmount(path.join(root, "small")));
    writeFileSync(path.join(root, name), bytes);
    const options = { name, holder: "mia" };
    const step = extractStep({ path: at(name), to: at("small"), options, only: undefined, storage });
    const outcome = await step.run({ signal, onProgress: () => {}, ask: async () => Promise.reject() });
    const entry = name === "alone.gz" ? "alone" : "big.bin";
    expect(outcome).toMatchObject({ files: 0, failures: [{ path: entry, error: "file/disk-full" }] });
    expect(readdirSync(path.join(root, "small"))).toEqual([]);
  },
);

test("nothing is unpacked through a link that somebody puts in the folder's place meanwhile", async () => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  const target = path.join(root, "target");
  for (const folder of [target, path.join(root, "to")]) mkdirSync(folder);
  writeFileSync(path.join(root, "t.tar"), tar);
  const swap: Storage["pinned"] = (pins) => {
    const inner = storage.pinned(pins);
    return {
      ...inner,
      async createFolder(folder, options) {
        await inner.createFolder(folder, options);
        const made = path.join(root, folder.slice("r/".length));
        renameSync(made, path.join(root, "aside"));
        symlinkSync(target, made);
      },
    };
  };
  const options = { name: "t.tar", holder: "mia" };
  const wish = { path: at("t.tar"), to: at("to"), options, only: undefined, storage: { ...storage, pinned: swap } };
  const run = extractStep(wish).run({ signal, onProgress: () => {}, ask: async () => Promise.reject() });
  await expect(run).rejects.toThrow("file/place-changed");
  expect(readdirSync(target)).toEqual([]);
});

test("what others put into the folder meanwhile stays when unpacking is cancelled", async () => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  const small = (name: string) => [
    tarHeader({ name, sizeBytes: 1, mtimeMs: 0, type: "0" }),
    Buffer.from("x"),
    new Uint8Array(tarPadding(1)),
  ];
  const names = Array.from({ length: 20 }, (_, index) => `${index}`);
  writeFileSync(path.join(root, "t.tar"), Buffer.concat([...names.flatMap(small), tar]));
  const run = async (meanwhile: (folder: string) => void) => {
    const stop = new AbortController();
    const step = extractStep({
      path: at("t.tar"),
      to: at(""),
      options: { name: "t.tar", holder: "mia" },
      only: undefined,
      storage,
    });
    const onProgress = () => {
      const folder = readdirSync(root).find((name) => name.includes("unfinished"));
      if (stop.signal.aborted || folder === undefined) return;
      meanwhile(path.join(root, folder));
      stop.abort();
    };
    await expect(step.run({ signal: stop.signal, onProgress, ask: async () => Promise.reject() })).rejects.toThrow(
      "cancelled",
    );
  };
  await run(() => {});
  expect(readdirSync(root)).toEqual(["t.tar"]);
  await run((folder) => writeFileSync(path.join(folder, "the only copy"), "mine"));
  expect(readdirSync(root).toSorted()).toEqual(["t", "t.tar"]);
  expect(readFileSync(path.join(root, "t", "the only copy"), "utf8")).toBe("mine");
});

const listEnd = Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18)]);

test.each([
  ["whole.tar", tar, undefined],
  ["cut.tar", tar.subarray(0, tar.length - 2 * tarBlockBytes), { withoutEnd: 1 }],
  ["cut.tar.gz", gzipSync(tar.subarray(0, tar.length - 2 * tarBlockBytes)), { withoutEnd: 1 }],
  ["empty.zip", listEnd, undefined],
])("unpacking %s tells what is odd about it", async (name, bytes, facts) => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(path.join(root, name), bytes);
  const step = extractStep({ path: at(name), to: at(""), options: { name, holder: "mia" }, only: undefined, storage });
  const outcome = await step.run({ signal, onProgress: () => {}, ask: async () => Promise.reject() });
  expect(outcome.facts).toEqual(facts);
  expect(outcome.failureCount).toBe(0);
});

test.each([
  ["before", (zip: Buffer) => Buffer.concat([Buffer.from("#!/bin/sh\n"), zip]), { amidOthers: 1 }],
  ["behind", (zip: Buffer) => Buffer.concat([zip, Buffer.from("signature of the sender")]), { amidOthers: 1 }],
  ["nowhere", (zip: Buffer) => zip, undefined],
])("unpacking a zip with other bytes %s tells of them, unless only some of it is wanted", async (_, wrap, facts) => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  const zip = Object.entries(sound).find(([one]) => one.endsWith(".zip"))?.[1] ?? Buffer.alloc(0);
  writeFileSync(path.join(root, "z.zip"), wrap(zip));
  const run = (only: string[] | undefined) =>
    extractStep({ path: at("z.zip"), to: at(""), options: { name: "z.zip", holder: "mia" }, only, storage }).run({
      signal,
      onProgress: () => {},
      ask: async () => Promise.reject(),
    });
  expect((await run(undefined)).facts).toEqual(facts);
  expect((await run(["nothing of it"])).facts).toBeUndefined();
});
