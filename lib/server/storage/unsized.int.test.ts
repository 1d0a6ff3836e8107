import { existsSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { tryBind } from "@/lib/server/storage/conformance/mounts";
import { queryOf } from "@/lib/server/storage/conformance/query-of";
import { at, outcomeOf, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import { limits } from "@/lib/server/base/limits";
import { makeLocalFixture } from "./local-fixture";
import { spoolUnsized, type Spooled } from "./unsized";

type Skip = (reason: string) => void;

/** A root in which the kernel's own files are, or a skip with the reason. */
async function plant(skip: Skip) {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  for (const name of ["proc", "sys"]) {
    const bound = tryBind(`/${name}`, `${fixture.root}/${name}`);
    if ("reason" in bound) {
      skip(bound.reason);
      continue;
    }
    onTestFinished(() => bound.unmount());
  }
  return fixture;
}

const uevents = "sys/kernel/uevent_seqnum";

test("files that say they are empty, or a page long, are read to their end", async ({ skip }) => {
  const { storage } = await plant(skip);
  for (const name of ["proc/version", "proc/sys/kernel/ostype", "proc/kallsyms", uevents]) {
    const file = await storage.open(at(name));
    const wanted = readFileSync(`/${name}`, "latin1");
    expect([name, file.isSpooled, file.stat.sizeBytes]).toEqual([name, true, wanted.length]);
    expect(Buffer.from(await file.readAll()).toString("latin1") === wanted).toBe(true);
    await file.close();
    expect((await readText(storage, name)) === wanted).toBe(true);
  }
  // Whoever reads on and on, or again, takes no more than this time's.
  const file = await storage.open(at("proc/version"));
  const [all] = [Buffer.from(await file.readAll())];
  const middle: Buffer[] = [];
  for await (const chunk of file.stream({ start: 3, end: 6 })) middle.push(chunk as Buffer); // a byte stream
  expect(Buffer.concat(middle)).toEqual(all.subarray(3, 7));
  await file.close();
});

test("what never ends, and what cannot be read, keeps nobody waiting", async ({ skip }) => {
  const { storage } = await plant(skip);
  for (const name of ["proc/kmsg", "proc/self/mem"]) {
    if (!existsSync(`/${name}`)) continue;
    const outcome = await outcomeOf(storage.open(at(name)).then((file) => file.close()));
    expect(["done", "file/io", "file/access-denied", "file/special"]).toContain(outcome);
  }
});

test("a copy holds what was in the file, one by one and in a folder", async ({ skip }) => {
  const { root, storage } = await plant(skip);
  await storage.createFolder(at("to"));
  expect(await storage.copy(at("proc/version"), at("to"), treeOptions())).toMatchObject({
    files: 1,
    bytes: readFileSync("/proc/version").length,
  });
  await storage.copy(at(uevents), at("to"), treeOptions());
  expect(readFileSync(`${root}/to/version`, "utf8")).toBe(readFileSync("/proc/version", "utf8"));
  expect(readFileSync(`${root}/to/uevent_seqnum`, "utf8")).toBe(readFileSync(`/${uevents}`, "utf8"));
  await storage.copy(at("proc/sys/kernel/random"), at("to"), treeOptions());
  expect(readFileSync(`${root}/to/random/boot_id`, "utf8")).toBe(
    readFileSync("/proc/sys/kernel/random/boot_id", "utf8"),
  );
});

test("a search for text finds it in them", async ({ skip }) => {
  const { storage } = await plant(skip);
  const found: string[] = [];
  const search = storage.searchText(at("proc/sys/kernel"), queryOf("Linux"), new AbortController().signal);
  for await (const { hits } of search) found.push(...hits.map(({ path }) => path));
  expect(found).toContain(at("proc/sys/kernel/ostype"));
});

test("what is too much for one, or for all, is refused and let go of", async () => {
  const endless = async (buffer: Buffer) => buffer.length;
  const long = (wanted: number) => async (buffer: Buffer, position: number) =>
    Math.min(buffer.length, wanted - position);
  // Others of this process may have theirs open.
  const most = Math.floor(limits.unsized.inAllBytes / limits.unsized.bytes);
  const kept: Spooled[] = [];
  const fill = async (): Promise<void> => {
    const spooled = await spoolUnsized(long(limits.unsized.bytes), 0);
    if (spooled !== null) kept.push(spooled);
    if (kept.length <= most) await fill();
  };
  try {
    expect(await outcomeOf(spoolUnsized(endless, 0))).toBe("file/too-large");
    expect(await outcomeOf(fill())).toBe("request/overloaded");
    expect(most - kept.length).toBeOneOf([0, 1]);
  } finally {
    for (const spooled of kept) await spooled.release();
  }
  expect(kept.map(({ sizeBytes }) => sizeBytes)).toEqual(kept.map(() => limits.unsized.bytes));
  const again = await spoolUnsized(long(1), 0);
  expect(again?.sizeBytes).toBe(1);
  await again?.release();
});
