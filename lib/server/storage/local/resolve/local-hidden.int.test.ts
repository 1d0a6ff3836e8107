import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { at, bytesOf, listAll, listNames, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { withRealPlaces } from "@/lib/server/storage/policy";
import { isThere, realDir } from "./real-dirs";

test("the server's own data is out of reach, also for an actor without limits", async () => {
  const { base, root, storageOf, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(`${base}/data/key`, "key");
  symlinkSync("../data", `${root}/way`);
  symlinkSync("../data/key", `${root}/key`);
  symlinkSync("../data/none", `${root}/none`);
  const storage = storageOf(null, base);
  expect(await listNames(storage, "")).toEqual(["outside", "root"]);
  for (const path of ["data", "data/key", "data/none"]) {
    expect(await outcomeOf(storage.stat(at(path)))).toBe("file/not-found");
    expect(await outcomeOf(storage.entry(at(path)))).toBe("file/not-found");
    expect(await outcomeOf(storage.write(at(path), bytesOf("x"), { conflict: "replace", replaced: null }))).toBe(
      "file/not-found",
    );
    expect(await outcomeOf(storage.remove(at(path), treeOptions()))).toBe("file/not-found");
    expect(await outcomeOf(storage.copy(at(path), at("root"), treeOptions()))).toBe("file/not-found");
  }
  expect((await listAll(storage, "root")).map(({ link }) => link?.leadsTo)).toEqual(["outside", "outside", "outside"]);
  for (const path of ["root/way/key", "root/key", "root/none"]) {
    expect(await outcomeOf(storage.open(at(path)))).toBe("file/link-outside");
  }
  expect(readdirSync(`${base}/data`)).toContain("key");
});

test("nor is it moved or removed with a folder around it, nor copied", async () => {
  const { base, storageOf, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(`${base}/data/key`, "key");
  const folder = base.slice(base.lastIndexOf("/") + 1);
  const storage = storageOf(null, base.slice(0, base.lastIndexOf("/")));
  const failure = { failureCount: 1, failures: [{ path: `r/${folder}`, error: "file/access-denied" }] };
  expect(await storage.remove(at(folder), treeOptions())).toMatchObject(failure);
  expect(await outcomeOf(storage.rename(at(folder), at(`${folder}-moved`)))).toBe("file/access-denied");
  mkdirSync(`${base}-copy`);
  try {
    await storage.copy(at(folder), at(`${folder}-copy`), treeOptions());
    expect(readdirSync(`${base}-copy/${folder}`).toSorted()).toEqual(["outside", "root"]);
  } finally {
    await storage.remove(at(`${folder}-copy`), treeOptions());
  }
  expect(readdirSync(`${base}/data`)).toContain("key");
});

test("denied folders hold behind links, and a scope is stored with its real paths", async () => {
  const { root, storageOf, close } = await makeLocalFixture();
  onTestFinished(close);
  mkdirSync(`${root}/real`);
  mkdirSync(`${root}/real/secret`);
  symlinkSync("real", `${root}/alias`);
  const actor = storageOf({ accessDirs: [""], denyDirs: ["alias/secret"] });
  expect(await listNames(actor, "real")).toEqual([]);
  expect(await outcomeOf(actor.stat(at("real/secret")))).toBe("file/not-found");
  expect(await realDir(`${root}/alias`)).toBe(`${root}/real`);
  expect(await realDir(`${root}/alias/none`)).toBe(`${root}/real/none`);
  expect(await withRealPlaces([`${root}/alias/secret`], realDir)).toEqual([
    `${root}/alias/secret`,
    `${root}/real/secret`,
  ]);
  expect([await isThere(`${root}/alias/secret`), await isThere(`${root}/alias/none`)]).toEqual([true, false]);
});
