import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { at, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";

const trash = { ownerId: "mia", id: "1" };

async function discard(storage: Storage, path: string, id = "1") {
  const plan = await storage.trash.plan(at(path), { ...trash, id });
  await storage.trash.put(at(path), plan);
  return plan.place;
}

test("lies in the topmost folder of the volume, closed to everybody else", async ({ skip }) => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  const mount = tryTmpfs("2m");
  if ("reason" in mount) return skip(mount.reason);
  mkdirSync(`${root}/disk`);
  mount.run("mount", "--bind", mount.path, `${root}/disk`);
  onTestFinished(() => {
    mount.unmount(`${root}/disk`);
    mount.unmount();
  });
  mkdirSync(`${root}/disk/deep/deeper`, { recursive: true });
  writeFileSync(`${root}/disk/deep/deeper/a`, "a");
  writeFileSync(`${root}/b`, "b");
  const onDisk = await discard(storage, "disk/deep/deeper/a");
  expect(onDisk.folder).toBe(`${root}/disk/.filedeck-trash/mia/1`);
  expect((await discard(storage, "b")).folder).toBe(`${root}/.filedeck-trash/mia/1`);
  expect(statSync(`${root}/disk/.filedeck-trash`).mode & 0o777).toBe(0o700);
  // Restored to the other volume it is copied, compared and removed.
  const to = { from: at("disk/deep/deeper/a"), toFolder: at(""), options: treeOptions() };
  expect(await storage.trash.restore(onDisk, to)).toMatchObject({ path: "r/a", files: 1, bytes: 1 });
  expect(readdirSync(`${root}/disk/.filedeck-trash`)).toEqual([]);
  expect(await outcomeOf(discard(storage, "disk", "2"))).toBe("trash/unavailable");
  return undefined;
});

test("a bind mount of the same disk has a trash of its own", async ({ skip }) => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  const mount = tryTmpfs("2m");
  if ("reason" in mount) return skip(mount.reason);
  mount.unmount();
  mkdirSync(`${root}/real`);
  mkdirSync(`${root}/bound`);
  mount.run("mount", "--bind", `${root}/real`, `${root}/bound`);
  onTestFinished(() => mount.run("umount", `${root}/bound`));
  writeFileSync(`${root}/bound/a`, "a");
  expect((await discard(storage, "bound/a")).folder).toBe(`${root}/bound/.filedeck-trash/mia/1`);
  return undefined;
});

test("a trash that somebody else prepared is not used", async () => {
  const { root, outside, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(`${root}/a`, "a");
  symlinkSync(outside?.path ?? "", `${root}/.filedeck-trash`);
  expect(await outcomeOf(discard(storage, "a"))).toBe("trash/unavailable");
  expect(await outcomeOf(storage.trash.plan(at("a"), trash))).toBe("trash/unavailable");
});

test("nor one that others may write to", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(`${root}/a`, "a");
  mkdirSync(`${root}/.filedeck-trash`);
  chmodSync(`${root}/.filedeck-trash`, 0o777);
  expect(await outcomeOf(discard(storage, "a"))).toBe("trash/unavailable");
  chmodSync(`${root}/.filedeck-trash`, 0o700);
  await discard(storage, "a");
});

test("only places in a trash are places, and a missing volume says nothing", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(`${root}/a`, "a");
  const { folder, name } = await discard(storage, "a");
  for (const wrong of [root, "/", `${root}/.filedeck-trash/mia`, `${root}/.filedeck-trash/../mia/1`, `${folder}/a/b/c`])
    expect([wrong, await outcomeOf(storage.trash.purge({ folder: wrong, name }, treeOptions()))]).toEqual([
      wrong,
      "trash/gone",
    ]);
  expect(await storage.trash.find({ folder, name })).toBe("there");
  expect(await storage.trash.find({ folder: folder.replace(root, `${root}-away`), name })).toBe("away");
});
