import { once } from "node:events";
import { expect, test } from "vitest";
import { threadFile } from "@/lib/server/base/thread-file";
import { spawnChild } from "./spawn-child";

/** A thread reads a pipe that nobody writes to. */
const script = `
const { exitWithoutThreads } = await import(process.argv[1]);
const { open } = await import("node:fs");
open(process.argv[2], "r", () => {});
process.on("exit", () => console.log("heard"));
setTimeout(() => { exitWithoutThreads(); process.exit(3); }, 300);`;

test("an end waits for no thread, tells its code, and is heard of", async () => {
  const pipe = `/tmp/filedeck-pipe-${process.pid}`;
  await once(spawnChild("/usr/bin/mkfifo", [pipe]), "exit");
  const module = threadFile(import.meta.url, "exit-without-threads").href;
  const args = ["--input-type=module", "--eval", script, module, pipe];
  const child = spawnChild(process.execPath, args, {
    stdio: ["ignore", "pipe", "ignore"],
    signal: AbortSignal.timeout(8_000),
  });
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  try {
    expect(await once(child, "close")).toEqual([3, null]);
    expect(said).toBe("heard\n");
  } finally {
    await once(spawnChild("/usr/bin/rm", ["-f", "--", pipe]), "exit");
  }
});
