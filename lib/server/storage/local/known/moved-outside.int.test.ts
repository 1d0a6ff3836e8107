import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach, afterEach, describe, expect, test } from "vitest";
import {
  at,
  bytesOf,
  listAll,
  listNames,
  outcomeOf,
  readText,
  treeOptions,
} from "@/lib/server/storage/conformance/support";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import type { PlaceNews } from "@/lib/server/storage/known-places";
import type { SearchQuery } from "@/lib/server/storage/search";
import type { Storage } from "@/lib/server/storage/storage";
import { findByHandle, handleOf } from "./place-handle";

let fixture: LocalFixture;
let news: PlaceNews[];
const deny = { accessDirs: [""], denyDirs: ["a/b/secret"] };

beforeEach(async () => {
  fixture = await makeLocalFixture();
  for (const name of ["a", "a/b", "a/b/secret", "a/b/secret/deep", "a/b/open"]) mkdirSync(`${fixture.root}/${name}`);
  for (const folder of ["a/b/secret", "a/b/secret/deep", "a/b/open"])
    writeFileSync(`${fixture.root}/${folder}/file.txt`, `needle in ${folder}`);
  news = [];
  fixture.known().onNews((one) => news.push(one));
});
afterEach(() => fixture.close());

const host = (name: string) => `${fixture.root}/${name}`;
/** As another program does it. */
const mv = (from: string, to: string) => renameSync(host(from), host(to));

const queryOf = (text: string): SearchQuery => ({
  text,
  mode: "part",
  matchCase: false,
  withHidden: true,
  withIgnoreRules: false,
  filter: {},
  limit: 100,
  maxMs: 20_000,
});

async function namesFound(storage: Storage, folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  const query = queryOf(text);
  for await (const { hits } of storage.search(at(folder), query, new AbortController().signal))
    found.push(...hits.map(({ path }) => path));
  return found;
}

async function textFound(storage: Storage, folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  const query = queryOf(text);
  for await (const { hits } of storage.searchText(at(folder), query, new AbortController().signal))
    found.push(...hits.map(({ path }) => path));
  return found;
}

/** Every way in to what lies at a path by now. */
async function expectShut(storage: Storage, parent: string, name: string): Promise<void> {
  const path = `${parent}/${name}`;
  for (const inside of [path, `${path}/file.txt`, `${path}/deep`, `${path}/deep/file.txt`, `${path}/none`]) {
    expect([inside, await outcomeOf(storage.stat(at(inside)))]).toEqual([inside, "file/not-found"]);
    expect([inside, await outcomeOf(storage.open(at(inside)))]).toEqual([inside, "file/not-found"]);
    expect([inside, await outcomeOf(storage.entry(at(inside)))]).toEqual([inside, "file/not-found"]);
    expect([inside, await outcomeOf(storage.details(at(inside)))]).toEqual([inside, "file/not-found"]);
    expect([
      inside,
      await outcomeOf(storage.write(at(inside), bytesOf("x"), { conflict: "replace", replaced: null })),
    ]).toEqual([inside, "file/not-found"]);
    expect([inside, await outcomeOf(storage.remove(at(inside), treeOptions()))]).toEqual([inside, "file/not-found"]);
    expect([inside, await outcomeOf(storage.measure(at(inside)))]).toEqual([inside, "file/not-found"]);
  }
  for (const folder of [path, `${path}/deep`]) expect(await outcomeOf(listAll(storage, folder))).toBe("file/not-found");
  expect(await outcomeOf(storage.readFolder(at(path)))).toBe("file/not-found");
  expect(await listNames(storage, parent)).not.toContain(name);
  expect((await namesFound(storage, "", "e")).length).toBeGreaterThan(0);
  expect(await textFound(storage, "", "needle")).toContain(`r/${parent}/open/file.txt`);
  const hidden = new Set([`r/${path}`, `r/${path}/file.txt`, `r/${path}/deep`, `r/${path}/deep/file.txt`]);
  expect((await namesFound(storage, "", "e")).filter((one) => hidden.has(one))).toEqual([]);
  expect((await textFound(storage, "", "needle")).filter((one) => hidden.has(one))).toEqual([]);
  mkdirSync(host("copies"));
  const [top = ""] = parent.split("/");
  await storage.copy(at(top), at("copies"), treeOptions()).catch(() => {});
  const copied = existsSync(host("copies")) ? readdirSync(host("copies"), { recursive: true, encoding: "utf8" }) : [];
  expect(copied.filter((one) => one.includes("deep") || one.includes(`${name}/file.txt`))).toEqual([]);
  rmSync(host("copies"), { recursive: true });
  const seen: string[] = [];
  const survey = {
    enter: (one: { path: string }) => (seen.push(one.path), {}),
    leaf: (one: { path: string }) => void seen.push(one.path),
    leave: () => {},
    unreadable: () => {},
  };
  await storage.survey(at(top), { context: {}, survey, signal: new AbortController().signal });
  expect(seen.filter((one) => hidden.has(one))).toEqual([]);
}

describe.each([false, true])("restarted between: %s", (isRestarted) => {
  const between = () => {
    if (isRestarted) fixture.restart();
  };

  test("a denied folder stays shut when its parent is moved from outside", async () => {
    expect(await outcomeOf(fixture.limited(deny).stat(at("a/b/secret")))).toBe("file/not-found");
    mv("a", "z");
    between();
    const actor = fixture.limited(deny);
    await expectShut(actor, "z/b", "secret");
    expect(await readText(actor, "z/b/open/file.txt")).toBe("needle in a/b/open");
    expect(await outcomeOf(actor.rename(at("z"), at("y")))).toBe("file/access-denied");
    expect(readFileSync(host("z/b/secret/file.txt"), "utf8")).toContain("needle");
    // Who is not limited by it sees it as before.
    expect(await readText(fixture.storage, "z/b/secret/file.txt")).toContain("needle");
  });

  test("and while a storage that was made before goes on", async () => {
    const actor = fixture.limited(deny);
    await listNames(actor, "");
    mv("a/b/secret", "a/b/other");
    await expectShut(actor, "a/b", "other");
    mv("a/b", "b");
    await expectShut(actor, "b", "other");
    mkdirSync(host("a/b"));
    mkdirSync(host("a/b/secret"));
    await expectShut(actor, "b", "other");
    expect(await outcomeOf(actor.stat(at("a/b/secret")))).toBe("file/not-found");
  });

  test("what may only be read is not written after its parent was moved", async () => {
    const limits = { accessDirs: [""], readOnlyDirs: ["a/b/open"] };
    await listNames(fixture.limited(limits), "");
    mv("a", "z");
    between();
    const actor = fixture.limited(limits);
    expect(await readText(actor, "z/b/open/file.txt")).toBe("needle in a/b/open");
    for (const name of ["file.txt", "new.txt"])
      expect(
        await outcomeOf(actor.write(at(`z/b/open/${name}`), bytesOf("x"), { conflict: "replace", replaced: null })),
      ).toBe("file/read-only");
    expect(await outcomeOf(actor.createFolder(at("z/b/open/new")))).toBe("file/read-only");
    expect(await outcomeOf(actor.remove(at("z/b/open/file.txt"), treeOptions()))).toBe("file/read-only");
    expect(await outcomeOf(actor.rename(at("z/b/open/file.txt"), at("taken")))).toBe("file/read-only");
    expect(readdirSync(host("z/b/open"))).toEqual(["file.txt"]);
  });

  test("what is protected is so wherever it lies", async () => {
    const limits = { accessDirs: [""], protectedPaths: ["a/b/open", "a/b/secret/*"] };
    await listNames(fixture.limited(limits), "");
    mv("a", "z");
    between();
    const actor = fixture.limited(limits);
    for (const path of ["z/b/open", "z/b", "z", "z/b/secret/deep", "z/b/secret/file.txt"]) {
      expect([path, await outcomeOf(actor.remove(at(path), treeOptions()))]).toEqual([path, "file/protected"]);
      expect([path, await outcomeOf(actor.rename(at(path), at("taken")))]).toEqual([path, "file/protected"]);
      expect(await outcomeOf(actor.move(at(path), at("a"), treeOptions()))).not.toBe("done");
    }
    expect(readdirSync(host("z/b")).sort()).toEqual(["open", "secret"]);
  });

  test("the data folder is nobody's, whatever it is called", async () => {
    const { base } = fixture;
    writeFileSync(`${base}/data/secret.key`, "key");
    const before = fixture.storageOf(null, base);
    await listNames(before, "");
    renameSync(`${base}/data`, `${base}/root/taken`);
    // The server writes by the path that it was given, so that the next one starts with what is there.
    if (isRestarted) return;
    const storage = fixture.storageOf(null, base);
    for (const one of [before, storage, fixture.limited({ accessDirs: [""] })]) {
      const root = one.roots();
      const prefix = (await root)[0]?.place === base ? "root/" : "";
      expect(await outcomeOf(one.open(at(`${prefix}taken/secret.key`)))).toBe("file/not-found");
      expect(await outcomeOf(listAll(one, `${prefix}taken`))).toBe("file/not-found");
      expect(await listNames(one, prefix)).not.toContain("taken");
      expect(await outcomeOf(one.rename(at(`${prefix}taken`), at(`${prefix}again`)))).toBe("file/not-found");
    }
    expect(await storage.remove(at("root"), treeOptions())).toMatchObject({ failureCount: 1 });
    expect(readFileSync(`${base}/root/taken/secret.key`, "utf8")).toBe("key");
    renameSync(`${base}/root/taken`, `${base}/data`);
  });

  test("it is told once, with the place where it is", async () => {
    await listNames(fixture.limited(deny), "");
    mv("a", "z");
    between();
    fixture.known().onNews((one) => news.push(one));
    const told: PlaceNews[] = [];
    fixture.known().onNews((one) => told.push(one));
    for (let round = 0; round < 3; round++) {
      await listNames(fixture.limited(deny), "");
      await outcomeOf(fixture.limited(deny).stat(at("z/b/secret/file.txt")));
    }
    const canFind = typeof (await findByHandle(await handleOf(host("z")), "/")) !== "string";
    const to = canFind ? host("z/b/secret") : null;
    expect(told).toEqual([{ place: host("a/b/secret"), to, isOwn: false, isBack: false }]);
    mv("z", "a");
    await listNames(fixture.limited(deny), "");
    expect(told).toHaveLength(1);
  });
});

test("a denial follows a folder that we move ourselves, also to another disk and out of the trash", async ({
  skip,
}) => {
  const mount = tryTmpfs("2m");
  if ("reason" in mount) return skip(mount.reason);
  mkdirSync(host("disk"));
  mount.run("mount", "--bind", mount.path, host("disk"));
  try {
    await listNames(fixture.limited(deny), "");
    await fixture.storage.rename(at("a"), at("y"));
    await expectShut(fixture.limited(deny), "y/b", "secret");
    await fixture.storage.move(at("y"), at("disk"), treeOptions());
    expect(existsSync(host("y"))).toBe(false);
    expect(readFileSync(host("disk/y/b/secret/file.txt"), "utf8")).toContain("needle");
    await expectShut(fixture.limited(deny), "disk/y/b", "secret");
    fixture.restart();
    await expectShut(fixture.limited(deny), "disk/y/b", "secret");
    const places = (await fixture.limited(deny).mounts()).map(({ place, access }) => `${access} ${place}`);
    expect(places).toContain(`none ${host("disk/y/b/secret")}`);
    const trash = { ownerId: "mia", id: "1" };
    const { place, ...plan } = await fixture.storageOf(null).trash.plan(at("disk/y/b"), trash);
    await fixture.storageOf(null).trash.put(at("disk/y/b"), { place, ...plan });
    await listNames(fixture.limited(deny), "");
    await fixture
      .storageOf(null)
      .trash.restore(place, { from: at("disk/y/b"), toFolder: at(""), options: treeOptions() });
    await expectShut(fixture.limited(deny), "b", "secret");
  } finally {
    mount.unmount(host("disk"));
    mount.unmount();
  }
  return undefined;
});

test("where nobody can find it, its content stays shut and no terminal is opened", async () => {
  const { journalPath } = fixture;
  await listNames(fixture.limited(deny), "");
  const file = journalPath.replace(/journal$/, "known-places.json");
  fixture.known().flush();
  // As in a container without CAP_DAC_READ_SEARCH.
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"handle":"[^"]*"/g, '"handle":null'));
  fixture.restart();
  mv("a", "z");
  const told: PlaceNews[] = [];
  fixture.known().onNews((one) => told.push(one));
  const actor = fixture.limited(deny);
  expect(await outcomeOf(actor.mounts())).toBe("file/place-lost");
  await expectShut(actor, "z/b", "secret");
  await listNames(actor, "z");
  // Once somebody has come by, it is known where it is.
  const place = host("a/b/secret");
  expect(told).toEqual([null, host("z/b/secret")].map((to) => ({ place, to, isOwn: false, isBack: false })));
  expect((await fixture.limited(deny).mounts()).at(-1)).toEqual({ place: host("z/b/secret"), access: "none" });
  fixture.known().keepOnly([]);
  expect(await outcomeOf(fixture.limited({ accessDirs: [""] }).mounts())).toBe("done");
});

test("a folder that was deleted for good and made anew is no other", async () => {
  await listNames(fixture.limited(deny), "");
  rmSync(host("a/b/secret"), { recursive: true });
  await listNames(fixture.limited(deny), "");
  mkdirSync(host("a/b/secret"));
  const actor = fixture.limited(deny);
  expect(await listNames(actor, "a/b")).toEqual(["open"]);
  mkdirSync(host("a/b/new"));
  expect(await listNames(actor, "a/b/new")).toEqual([]);
});

test("terminals get the folder's new place as a denied one, and the folders above it as mounts", async ({ skip }) => {
  await listNames(fixture.limited(deny), "");
  mv("a", "z");
  const actor = fixture.limited(deny);
  const canFind = typeof (await findByHandle(await handleOf(host("z")), "/")) !== "string";
  if (!canFind) return skip("no CAP_DAC_READ_SEARCH, or a file system without handles");
  expect((await actor.mounts()).map(({ place, access }) => `${access} ${place.slice(fixture.root.length)}`)).toEqual([
    "write ",
    "write /z",
    "write /z/b",
    "none /z/b/secret",
  ]);
  return undefined;
});
