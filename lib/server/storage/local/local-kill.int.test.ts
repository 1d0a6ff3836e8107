import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { patience } from "@/lib/server/base/patience-fixture";
import type { TrashPlan } from "@/lib/server/storage/trash-storage";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { sweepTemporaries } from "@/lib/server/storage/local/journal/sweep-temporaries";

/** FILEDECK_TEST_KILLS=200 npx vitest run lib/server/storage/local/local-kill */
const kills = Number(process.env["FILEDECK_TEST_KILLS"] ?? 8);
const timeout = kills * 5_000 + patience.testMs;
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

function versionOf(file: string): number {
  return Math.round(statSync(file).mtimeMs / 1000);
}

/** What the child was about to put into the trash; the kill may have cut the last line. */
function readRecords(file: string): TrashPlan[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as TrashPlan); // as the child wrote it
}

test("killed at random moments, every file is the old or the new one", { timeout }, async () => {
  const { base, root, journalPath, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  // Beside the packages, of which two have native code and one asks for others as it runs: they are not bundled.
  const script = path.join(base, "child.mjs");
  symlinkSync(path.resolve("node_modules"), path.join(base, "node_modules"));
  const external = ["libsql", "koffi", "iconv-lite"];
  const entryPoints = [path.join(import.meta.dirname, "kill-child.ts")];
  await build({
    entryPoints,
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    external,
    logLevel: "error",
  });
  const recordsPath = path.join(base, "records");
  const versioned = ["kept/file", "kept/folder/file"];
  for (const folder of ["a", "b", "a/box", "kept/folder", "next/folder"])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of ["saved", "a/file", "a/box/1", "a/box/2", ...versioned])
    writeFileSync(path.join(root, name), "0".repeat(sizeBytes));
  for (const name of versioned) utimesSync(path.join(root, name), 1, 1);
  const last = new Map(versioned.map((name) => [name, 1]));

  let [swept, replaced] = [0, 0];
  // More of them until some have come at moments that show something.
  const until = performance.now() + patience.startMs;
  const isShown = () => swept > 0 && replaced > 0;
  for (let round = 0; round < kills || (!isShown() && performance.now() < until); round++) {
    const child = spawn(process.execPath, [script, root, journalPath, recordsPath], {
      stdio: ["ignore", "pipe", "inherit"],
    });
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
    const boxes = ["a/box", "b/box"].filter((name) => readdirSync(path.join(root, path.dirname(name))).includes("box"));
    expect(boxes).toHaveLength(1);
    expect(readdirSync(path.join(root, boxes[0] ?? "")).toSorted()).toEqual(["1", "2"]);
    expect(filesBelow(root).filter((name) => path.basename(name) === "file").length).toBeGreaterThan(0);

    for (const { place, origin } of readRecords(recordsPath)) await storage.trash.settle(place, origin);
    const inTrash = path.join(root, ".filedeck-trash");
    const kept = existsSync(inTrash) ? filesBelow(inTrash) : [];
    for (const name of versioned) {
      // Its name is never free; every version since the last look is in the trash, once, and the newest is not.
      const newest = versionOf(path.join(root, name));
      const isIn = (file: string) => file.endsWith("/folder/file") === (name === "kept/folder/file");
      const versions = kept.filter(isIn).map((file) => versionOf(path.join(inTrash, file)));
      const from = last.get(name) ?? 0;
      expect(versions.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: newest - from }, (_, index) => from + index),
      );
      replaced += versions.length;
      last.set(name, newest);
    }
    rmSync(inTrash, { recursive: true, force: true });
    rmSync(recordsPath, { force: true });
  }
  // Otherwise the kills came at the wrong moments and nothing was shown.
  expect(swept).toBeGreaterThan(0);
  expect(replaced).toBeGreaterThan(0);
});
