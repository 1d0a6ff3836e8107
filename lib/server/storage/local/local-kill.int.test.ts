import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { makeLocalFixture } from "./local-fixture";
import { sweepTemporaries } from "./sweep-temporaries";

/** STORAGE_KILLS=200 npx vitest run lib/server/storage/local/local-kill */
const kills = Number(process.env["STORAGE_KILLS"] ?? 40);
const sizeBytes = 300_000;

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => lstatSync(path.join(folder, name)).isFile());
}

function damagedFiles(folder: string): string[] {
  return filesBelow(folder).filter((name) => {
    const bytes = readFileSync(path.join(folder, name));
    return bytes.length !== sizeBytes || !bytes.equals(Buffer.alloc(sizeBytes, bytes.subarray(0, 1)));
  });
}

test(
  `killed ${kills} times at random moments, every file is the old or the new one`,
  { timeout: kills * 5_000 },
  async () => {
    const { base, root, journalPath, close } = await makeLocalFixture();
    onTestFinished(close);
    const script = path.join(base, "child.mjs");
    const entryPoints = [path.join(import.meta.dirname, "kill-child.ts")];
    // The index of names loads a native module; the bundle lies elsewhere and finds it from here.
    const here = JSON.stringify(import.meta.filename);
    const banner = {
      js: `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(${here});`,
    };
    await build({
      entryPoints,
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
      banner,
    });
    for (const folder of ["a", "b", "a/box"]) mkdirSync(path.join(root, folder));
    for (const name of ["saved", "a/file", "a/box/1", "a/box/2"])
      writeFileSync(path.join(root, name), "0".repeat(sizeBytes));

    let swept = 0;
    for (let round = 0; round < kills; round++) {
      const child = spawn(process.execPath, [script, root, journalPath], { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 60);
      });
      expect(child.exitCode).toBe(null);
      child.kill("SIGKILL");
      await once(child, "exit");

      // Before the sweep: whatever has a name that anybody sees is whole.
      expect(damagedFiles(root).filter((name) => !path.basename(name).startsWith(".filedeck-"))).toEqual([]);
      swept += (await sweepTemporaries(journalPath)).removed;
      expect(damagedFiles(root)).toEqual([]);
      expect(filesBelow(root).filter((name) => path.basename(name).startsWith("."))).toEqual([]);
      const boxes = ["a/box", "b/box"].filter((name) =>
        readdirSync(path.join(root, path.dirname(name))).includes("box"),
      );
      expect(boxes).toHaveLength(1);
      expect(readdirSync(path.join(root, boxes[0] ?? "")).toSorted()).toEqual(["1", "2"]);
      expect(filesBelow(root).filter((name) => path.basename(name) === "file").length).toBeGreaterThan(0);
    }
    // Otherwise the kills came at the wrong moments and nothing was shown.
    expect(swept).toBeGreaterThan(0);
  },
);
