import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { spawnChild } from "@/lib/server/process/spawn-child";
import { openShell } from "./open-shell";

let base: string;
const stop = new AbortController();
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-shell-"));
  for (const name of ["own", "other"]) {
    mkdirSync(path.join(base, name));
    writeFileSync(path.join(base, name, "file.txt"), `in ${name}`);
  }
});
let swapper: Promise<unknown> = Promise.resolve();
afterEach(async () => {
  stop.abort();
  await swapper; // what it makes until it has ended would be left behind
  rmSync(base, { recursive: true, force: true });
});

/** What a shell that begins there says of a file by its name alone; or why there is none. */
async function readIn(cwd: string): Promise<string> {
  try {
    const source = await openShell({ cwd, size: { cols: 80, rows: 24 }, command: "cat file.txt" });
    let said = "";
    await new Promise<void>((resolve) =>
      source.listen({ data: (piece) => (said += piece.toString()), exit: () => resolve() }),
    );
    return said;
  } catch (error) {
    return isAppError(error) ? error.key : "another failure";
  }
}

test("a shell begins in the folder that was looked at, and never where a link that took its place leads", async () => {
  const own = path.join(base, "own");
  expect(await readIn(own)).toBe("in own");
  const script = `const { renameSync, symlinkSync, rmSync } = require("node:fs"); const [at, to] = process.argv.slice(1);
    const end = Date.now() + 60_000;
    while (Date.now() < end) { renameSync(at, at + ".kept"); symlinkSync(to, at); rmSync(at); renameSync(at + ".kept", at); }`;
  const child = spawnChild(process.execPath, ["-e", script, own, path.join(base, "other")], { signal: stop.signal });
  swapper = new Promise((resolve) => child.once("close", resolve));
  const seen = new Set<string>();
  for (let time = 0; time < 60; time++) seen.add(await readIn(own));
  expect([...seen].filter((said) => said !== "in own" && said !== "file/not-folder")).toEqual([]);
});
