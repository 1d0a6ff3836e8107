import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { nameOf } from "@/lib/shared/paths";
import { at, bytesOf, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: "utf8" });
const acl = (path: string) => run("getfacl", "--omit-header", "--absolute-names", "--numeric", path);
const note = (path: string) => run("getfattr", "--only-values", "-n", "user.note", "--absolute-names", path);
const all = (path: string) => run("getfattr", "-d", "-m", "-", "-e", "hex", "--absolute-names", path);
const ns = (path: string) => lstatSync(path, { bigint: true }).mtimeNs;
/** CAP_NET_BIND_SERVICE, permitted and effective, as the kernel keeps it (capability.h, revision 2). */
const capability = "0x0100000200040000000000000000000000000000";

async function fixtureFor(): Promise<LocalFixture> {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  return fixture;
}

/** A program that runs with the rights of its owner, group and capabilities. */
function makeProgram(path: string): void {
  writeFileSync(path, "trusted");
  chmodSync(path, 0o6755);
  run("setfattr", "-n", "security.capability", "-v", capability, path);
  run("setfattr", "-n", "user.note", "-v", "kept", path);
}

async function upload(storage: Storage, name: string): Promise<void> {
  const target = { name: nameOf(at(name)), conflict: "replace" as const, mtimeMs: null };
  const part = { folder: at(""), id: (await storage.parts.create(at(""), target, async () => {})).id };
  const options = { offset: 0, maxBytes: 100, signal: new AbortController().signal };
  await storage.parts.append(part, bytesOf("other"), options);
  await storage.parts.seal(part, target);
  await storage.parts.place(part, target, { replaced: null });
}

const ways: Readonly<Record<string, (storage: Storage) => Promise<unknown>>> = {
  "a write": (storage) => storage.write(at("program"), bytesOf("other"), { conflict: "replace", replaced: null }),
  "a write in one piece": (storage) =>
    storage.write(at("program"), Buffer.from("other"), { conflict: "replace", replaced: null }),
  "an empty write": (storage) =>
    storage.write(at("program"), new Uint8Array(), { conflict: "replace", replaced: null }),
  "an upload": (storage) => upload(storage, "program"),
  "a write through a link": (storage) =>
    storage.write(at("link"), bytesOf("other"), { conflict: "replace", replaced: null }),
  "a copy": (storage) => storage.copy(at("from/program"), at(""), treeOptions("replace")),
  "a move": (storage) => storage.move(at("from/program"), at(""), treeOptions("replace")),
};

describe("a program that is replaced", () => {
  test.each(Object.keys(ways))("by %s of an actor with limits loses the rights that it runs with", async (way) => {
    const { limited, root } = await fixtureFor();
    makeProgram(`${root}/program`);
    symlinkSync("program", `${root}/link`);
    mkdirSync(`${root}/from`);
    writeFileSync(`${root}/from/program`, "other", { mode: 0o755 });
    await ways[way]?.(limited({ accessDirs: [""] }));
    expect(readFileSync(`${root}/program`, "utf8")).toBe(way === "an empty write" ? "" : "other");
    expect(statSync(`${root}/program`).mode & 0o7777).toBe(0o755);
    expect(all(`${root}/program`)).not.toContain("security.capability");
  });

  test("by root keeps them, and the attributes that people gave it", async () => {
    const { storage, limited, root } = await fixtureFor();
    for (const replace of [ways["a write"], ways["an upload"]]) {
      makeProgram(`${root}/program`);
      await replace?.(storage);
      expect(statSync(`${root}/program`).mode & 0o7777).toBe(0o6755);
      expect(all(`${root}/program`)).toContain(`security.capability=${capability}`);
      expect(note(`${root}/program`)).toBe("kept");
    }
    await ways["a write"]?.(limited({ accessDirs: [""] }));
    expect(note(`${root}/program`)).toBe("kept");
  });

  test("is not spread by copying, whoever copies", async () => {
    const { storage, root } = await fixtureFor();
    makeProgram(`${root}/program`);
    await storage.copy(at("program"), at(""), treeOptions("rename"));
    expect(statSync(`${root}/program (2)`).mode & 0o7777).toBe(0o755);
    expect(all(`${root}/program (2)`)).not.toContain("security.capability");
    expect(note(`${root}/program (2)`)).toBe("kept");
  });
});

/** A folder, a file and a link with attributes, ACLs and times of their own; `run` adds what the disk must take. */
function makeTree(root: string): void {
  for (const folder of ["t", "t/sub"]) mkdirSync(`${root}/${folder}`);
  writeFileSync(`${root}/t/sub/f`, "f");
  symlinkSync("/nowhere", `${root}/t/sub/link`);
  run("setfacl", "-m", "u:65534:rx", `${root}/t/sub/f`);
  run("setfacl", "-m", "u:65534:rwx,d:u:65534:rwx", `${root}/t/sub`);
  for (const path of [`${root}/t`, `${root}/t/sub`, `${root}/t/sub/f`])
    run("setfattr", "-n", "user.note", "-v", "kept", path);
  run("touch", "-h", "-d", "1969-07-20 20:17:40.123456789 UTC", `${root}/t/sub/link`);
  run("touch", "-d", "2001-02-03 04:05:06.987654321 UTC", `${root}/t/sub/f`);
  run("touch", "-d", "2002-02-03 04:05:06.000000001 UTC", `${root}/t/sub`, `${root}/t`);
}

const entries = ["t", "t/sub", "t/sub/f", "t/sub/link"];

function describeTree(root: string): unknown[] {
  return entries.map((path) => {
    const place = `${root}/${path}`;
    const isLink = path.endsWith("link");
    return [path, ns(place), ...(isLink ? [] : [acl(place), note(place), statSync(place).mode])];
  });
}

describe("a tree with ACLs, attributes and times to the nanosecond", () => {
  test("keeps them in a copy", async () => {
    const { storage, root } = await fixtureFor();
    makeTree(root);
    const before = describeTree(root);
    await storage.createFolder(at("to"));
    await storage.copy(at("t"), at("to"), treeOptions());
    expect(describeTree(`${root}/to`)).toEqual(before);
  });

  test("keeps them in a move to another disk, and gets none of the ACLs that new entries get there", async ({
    skip,
  }) => {
    const mount = tryTmpfs("64m");
    if ("reason" in mount) {
      console.warn(mount.reason);
      skip(mount.reason);
      return;
    }
    onTestFinished(() => mount.unmount());
    const { storageOf, root } = await fixtureFor();
    mkdirSync(`${root}/disk`);
    mount.run("mount", "--bind", mount.path, `${root}/disk`);
    onTestFinished(() => mount.unmount(`${root}/disk`));
    makeTree(root);
    const before = describeTree(root);
    run("setfacl", "-m", "d:u:1234:rwx", mount.path);
    expect(await storageOf(null).move(at("t"), at("disk"), treeOptions())).toMatchObject({ failureCount: 0 });
    expect(describeTree(mount.path)).toEqual(before);
  });

  test("has its mode back when the copy was stopped", async () => {
    const { storage, root } = await fixtureFor();
    mkdirSync(`${root}/t/sub`, { recursive: true });
    for (let index = 0; index < 300; index++) writeFileSync(`${root}/t/sub/${index}`, "x".repeat(10_000));
    await storage.createFolder(at("to"));
    const abort = new AbortController();
    const onProgress = () => abort.abort();
    const copying = storage.copy(at("t"), at("to"), { conflict: "fail", signal: abort.signal, onProgress });
    expect(await outcomeOf(copying)).toBe("request/cancelled");
    expect(statSync(`${root}/to/t/sub`).mode & 0o7777).toBe(0o755);
    expect(statSync(`${root}/to/t`).mode & 0o7777).toBe(0o755);
  });
});
