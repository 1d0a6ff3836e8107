import fs from "node:fs";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { at, bytesOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { ReplacedTrash } from "@/lib/server/storage/trash-storage";

afterEach(() => void vi.restoreAllMocks());

/** `from/a`, which is to replace `to/a`. */
async function plant() {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  for (const name of ["from", "to"]) fs.mkdirSync(`${root}/${name}`);
  fs.writeFileSync(`${root}/from/a`, "new");
  fs.writeFileSync(`${root}/to/a`, "old");
  let count = 0;
  const replaced: ReplacedTrash = { ownerId: "mia", newId: () => `id${++count}`, record: async () => {} };
  const trash = `${root}/.filedeck-trash`;
  return {
    root,
    storage,
    options: { ...treeOptions("replace"), replaced },
    target: () => fs.readFileSync(`${root}/to/a`, "utf8"),
    /** What is kept. */
    kept: () =>
      fs
        .readdirSync(trash, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith("/a"))
        .map((name) => fs.readFileSync(`${trash}/${name}`, "utf8")),
  };
}

const failure = (code: string) => Object.assign(new Error(code), { code });

test("a move that cannot look at what it has moved has moved it, and keeps what it replaced", async () => {
  const { root, storage, options, target, kept } = await plant();
  const { lstatBig } = sys;
  vi.spyOn(sys, "lstatBig").mockImplementation((path) =>
    String(path).endsWith("/a") && !fs.existsSync(`${root}/from/a`)
      ? Promise.reject(failure("ETIMEDOUT"))
      : lstatBig(path),
  );
  expect(await storage.move(at("from/a"), at("to"), options)).toMatchObject({ failures: [], replaced: 1, kept: 1 });
  expect([target(), kept()]).toEqual(["new", ["old"]]);
});

test.each(["move", "copy", "write"] as const)(
  "a %s whose rename went through but reports an error leaves what it replaced in the trash",
  async (verb) => {
    const { storage, options, target, kept } = await plant();
    const { rename } = sys;
    vi.spyOn(sys, "rename").mockImplementation(async (from, to) => {
      await rename(from, to);
      if (String(to).endsWith("/a")) throw failure("EIO");
    });
    const run =
      verb === "write"
        ? storage.write(at("to/a"), bytesOf("new"), { conflict: "replace", replaced: options.replaced })
        : storage[verb](at("from/a"), at("to"), options);
    await run.catch(() => {});
    expect([target(), kept()]).toEqual(["new", ["old"]]);
  },
);

test("a rename that failed leaves nothing in the trash", async () => {
  const { storage, options, target, kept } = await plant();
  vi.spyOn(sys, "rename").mockImplementation(() => Promise.reject(failure("EIO")));
  await storage.move(at("from/a"), at("to"), options).catch(() => {});
  expect([target(), kept()]).toEqual(["old", []]);
});

test("what was another for a moment, while it was put aside, is put aside itself", async () => {
  const { root, storage, options, target, kept } = await plant();
  const { link } = sys;
  let isSwapped = false;
  vi.spyOn(sys, "link").mockImplementation(async (from, to) => {
    if (isSwapped) return link(from, to);
    isSwapped = true;
    fs.renameSync(`${root}/to/a`, `${root}/first`);
    fs.writeFileSync(`${root}/to/a`, "for a moment");
    await link(from, to);
    fs.renameSync(`${root}/first`, `${root}/to/a`);
  });
  await storage.move(at("from/a"), at("to"), options);
  expect([isSwapped, target(), kept()]).toEqual([true, "new", ["old"]]);
});

test("a copy whose source, another name of what it replaces, goes after its bytes were read arrives", async () => {
  const { root, storage, options, target, kept } = await plant();
  fs.rmSync(`${root}/to/a`);
  fs.linkSync(`${root}/from/a`, `${root}/to/a`);
  const { lstatBigIfAny } = sys;
  vi.spyOn(sys, "lstatBigIfAny").mockImplementation((path) => {
    if (fs.readdirSync(`${root}/to`).length > 1) fs.rmSync(`${root}/from/a`, { force: true });
    return lstatBigIfAny(path);
  });
  expect(await storage.copy(at("from/a"), at("to"), options)).toMatchObject({ failures: [], files: 1 });
  expect([fs.existsSync(`${root}/from/a`), target(), kept()]).toEqual([false, "new", ["new"]]);
});

test("a trash whose folder cannot be synced keeps no second name", async () => {
  const { root, storage, options, target, kept } = await plant();
  const { link, fsync } = sys;
  let isLinked = false;
  vi.spyOn(sys, "link").mockImplementation(async (from, to) => {
    await link(from, to);
    isLinked = true;
  });
  vi.spyOn(sys, "fsync").mockImplementation((fd) => (isLinked ? Promise.reject(failure("EIO")) : fsync(fd)));
  await storage.move(at("from/a"), at("to"), options).catch(() => {});
  expect([isLinked, target(), kept()]).toEqual([true, "old", []]);
  expect(fs.statSync(`${root}/to/a`).nlink).toBe(1);
});
