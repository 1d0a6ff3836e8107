import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { patience } from "@/lib/server/base/patience-fixture";
import { at, bytesOf, listAll, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

/** Turns `d` by turns into a folder and into a link to the outside, as fast as it can. */
const swapper = `
  const fs = require("node:fs");
  const [root, outside] = process.argv.slice(1);
  fs.symlinkSync(outside, root + "/link");
  process.stdout.write("ready");
  for (;;) {
    fs.renameSync(root + "/d", root + "/real");
    fs.renameSync(root + "/link", root + "/d");
    fs.renameSync(root + "/d", root + "/link");
    fs.renameSync(root + "/real", root + "/d");
  }
`;

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
}

test("folders that turn into links all the time let nothing out", async () => {
  const { root, storageOf, outside, close } = await makeLocalFixture();
  onTestFinished(close);
  const out = outside?.path ?? "";
  mkdirSync(`${root}/d`);
  mkdirSync(`${root}/copies`);
  mkdirSync(`${root}/d/sub`);
  writeFileSync(`${root}/d/f`, "inside");
  mkdirSync(`${out}/sub`);
  writeFileSync(`${out}/f`, "OUTSIDE");
  writeFileSync(`${out}/sub/f`, "OUTSIDE");
  const before = namesBelow(out);
  const child = spawn(process.execPath, ["-e", swapper, root, out], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");

  const actor = storageOf({ accessDirs: [""] });
  const seen = new Map<string, number>();
  const attempt = async (name: string, work: Promise<unknown>) => {
    const outcome = await work.then(
      (value) => (JSON.stringify([value]).includes("OUTSIDE") ? "LEAK" : "done"),
      (error: Error) => error.message,
    );
    seen.set(`${name} ${outcome}`, (seen.get(`${name} ${outcome}`) ?? 0) + 1);
  };
  const raced = ["read", "write", "list"];
  const gotThrough = (name: string) => seen.has(`${name} done`);
  const wasRefused = (name: string) => [...seen.keys()].some((key) => key.startsWith(name) && key.includes("file/"));
  const hasTakenPlace = () => raced.every((name) => gotThrough(name) && wasRefused(name));
  const until = performance.now() + patience.startMs;
  for (let index = 0; index < 250 || (!hasTakenPlace() && performance.now() < until); index++) {
    await attempt("read", readText(actor, "d/f"));
    await attempt("list", listAll(actor, "d"));
    await attempt("write", actor.write(at(`d/w${index}`), bytesOf("x"), { conflict: "fail" }));
    await attempt("replace", actor.write(at("d/f"), bytesOf("inside"), { conflict: "replace", replaced: null }));
    await attempt("mkdir", actor.createFolder(at(`d/m${index}`)));
    await attempt("copy", actor.copy(at("d"), at("copies"), treeOptions("replace")));
    await attempt("move", actor.move(at("d/f"), at("d/sub"), treeOptions("replace")));
    await attempt("remove", actor.remove(at("d/sub"), treeOptions()));
    await attempt("clear", actor.remove(at("copies/d"), treeOptions()));
    if (index % 5 === 0)
      await attempt("plant", actor.write(at("d/f"), bytesOf("inside"), { conflict: "replace", replaced: null }));
  }
  expect(child.exitCode).toBe(null);
  child.kill("SIGKILL");
  await once(child, "exit");

  // Each kind of work got through at times and was refused at times: the race did take place.
  expect([...seen.keys()].filter((outcome) => outcome.endsWith("LEAK"))).toEqual([]);
  expect(raced.filter(gotThrough)).toEqual(raced);
  expect(raced.filter(wasRefused)).toEqual(raced);
  expect(namesBelow(out)).toEqual(before);
  expect(readFileSync(`${out}/f`, "utf8")).toBe("OUTSIDE");
});
