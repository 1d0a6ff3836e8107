import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { patience } from "@/lib/server/base/patience-fixture";
import { listAll, readText } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

/** Moves the parent of a denied folder to ever new names, and back, as fast as it can. */
const mover = `
  const fs = require("node:fs");
  const [root] = process.argv.slice(1);
  process.stdout.write("ready");
  for (let n = 0; ; n++) {
    fs.renameSync(root + "/a", root + "/b/x" + (n % 7));
    fs.renameSync(root + "/b/x" + (n % 7), root + "/a");
  }
`;

test("a denied folder whose parent is moved all the time lets nothing out", async () => {
  const { root, storageOf, close } = await makeLocalFixture();
  onTestFinished(close);
  mkdirSync(`${root}/a/secret`, { recursive: true });
  mkdirSync(`${root}/b`);
  writeFileSync(`${root}/a/secret/file.txt`, "SECRET");
  writeFileSync(`${root}/a/open.txt`, "open");
  const actor = storageOf({ accessDirs: [""], denyDirs: ["a/secret"] });
  await listAll(actor, "");
  const child = spawn(process.execPath, ["-e", mover, root], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const seen = new Map<string, number>();
  const attempt = async (what: string, work: Promise<unknown>) => {
    const outcome = await work.then(
      (value) => (/SECRET|file\.txt/.test(JSON.stringify([value])) ? "LEAK" : "done"),
      () => "refused",
    );
    seen.set(`${what} ${outcome}`, (seen.get(`${what} ${outcome}`) ?? 0) + 1);
  };
  const until = performance.now() + patience.startMs;
  // What is open is found at times: otherwise nothing was shown.
  for (let round = 0; round < 150 || (!seen.has("open done") && performance.now() < until); round++) {
    for (const parent of ["a", `b/x${round % 7}`]) {
      await attempt("denied", readText(actor, `${parent}/secret/file.txt`));
      await attempt("denied", listAll(actor, `${parent}/secret`));
      await attempt("open", readText(actor, `${parent}/open.txt`));
    }
  }
  expect(child.exitCode).toBe(null);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect([...seen.keys()].filter((outcome) => outcome.startsWith("denied"))).toEqual(["denied refused"]);
  expect(seen.get("open done")).toBeGreaterThan(0);
  expect(readdirSync(`${root}/b`).length).toBeLessThan(2);
});
