import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { at, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { putAside, takeBack } from "./put-aside";

async function plant() {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  const [from, to] = ["from", "to"].map((name) => {
    mkdirSync(`${root}/${name}`);
    const fd = openSync(`${root}/${name}`, "r");
    onTestFinished(() => closeSync(fd));
    return { fd, name: "a" };
  });
  if (from === undefined || to === undefined) throw new Error("two were made");
  writeFileSync(`${root}/from/a`, "old");
  return { root, storage, from, to, names: () => ["from", "to"].map((name) => readdirSync(`${root}/${name}`).join()) };
}

test("what is put aside keeps its name, and what comes back is there once", async () => {
  const { from, to, names } = await plant();
  expect(await putAside(from, to, true)).toBe("linked");
  expect(names()).toEqual(["a", "a"]);
  await takeBack(from, to, "linked");
  expect(names()).toEqual(["a", ""]);
});

test("moved aside, where the disk has no hard links, it comes back unless its name is another's", async () => {
  const { root, from, to, names } = await plant();
  await takeBack(to, from, "moved");
  expect(names()).toEqual(["", "a"]);
  writeFileSync(`${root}/from/a`, "new");
  await takeBack(from, to, "moved");
  expect(names()).toEqual(["a", "a"]);
  expect([readFileSync(`${root}/from/a`, "utf8"), readFileSync(`${root}/to/a`, "utf8")]).toEqual(["new", "old"]);
});

test("a trash that fails leaves what is there alone", async () => {
  const { root, storage } = await plant();
  writeFileSync(`${root}/to/a`, "standing");
  mkdirSync(`${root}/.filedeck-trash`, { mode: 0o700 });
  writeFileSync(`${root}/.filedeck-trash/mia`, "not a folder");
  const replaced = { ownerId: "mia", newId: () => "1", record: async () => {} };
  for (const verb of ["copy", "move"] as const)
    expect(await outcomeOf(storage[verb](at("from/a"), at("to"), { ...treeOptions("replace"), replaced }))).toBe(
      "trash/not-kept",
    );
  expect([readFileSync(`${root}/from/a`, "utf8"), readFileSync(`${root}/to/a`, "utf8")]).toEqual(["old", "standing"]);
  expect(readdirSync(`${root}/to`)).toEqual(["a"]);
});

test("what others replace at this very moment is put aside, as the one or the other", async () => {
  const { root, from, to } = await plant();
  const script = `const fs = require("fs"); console.log("on");
    for (;;) { fs.writeFileSync("${root}/next", "new"); fs.renameSync("${root}/next", "${root}/from/a"); }`;
  const other = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(async () => {
    other.kill("SIGKILL");
    await once(other, "exit");
  });
  await once(other.stdout, "data");
  for (let round = 0; round < 1_000; round++) {
    expect(await putAside(from, to, false)).toBe("linked");
    unlinkSync(`${root}/to/a`);
  }
});

test("nothing is put aside of what is gone, and a trash that is gone is none", async () => {
  const { root, from, to } = await plant();
  expect(await putAside({ ...from, name: "none" }, to, true)).toBe("none");
  rmdirSync(`${root}/to`);
  await expect(putAside(from, to, true)).rejects.toThrow("ENOENT");
});
