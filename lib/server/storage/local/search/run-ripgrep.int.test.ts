import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runRipgrep, type RipgrepOutput } from "./run-ripgrep";

/** How it ends, and how many programs the kernel has ended for lack of memory before and after. */
async function lastOf(script: string, kills: (number | null)[] = []): Promise<RipgrepOutput | null> {
  const { signal } = new AbortController();
  const plan = { folder: tmpdir(), places: [], endsAtMs: Number.POSITIVE_INFINITY, signal };
  const counts = kills.length === 0 ? {} : { countKills: () => kills.shift() ?? null };
  let last: RipgrepOutput | null = null;
  for await (const output of runRipgrep({ ...plan, program: "/bin/sh", args: ["-c", script], ...counts }))
    last = output;
  return last;
}

test.each([
  ["kill -9 $$", [3, 4], "memory"],
  ["kill -9 $$", [null, null], "memory"],
  ["kill -ABRT $$", [3, 3], "memory"],
  ["exit 1", [3, 4], null],
] as const)("a search whose program does %s, with %j programs ended, was cut: %s", async (script, kills, cut) => {
  expect(await lastOf(script, [...kills])).toEqual({ files: [], cut });
});

test("a search whose program somebody ends was not cut for lack of memory: it failed", async () => {
  await expect(lastOf("kill -9 $$")).rejects.toThrow("ended by SIGKILL");
  await expect(lastOf("kill -TERM $$", [3, 4])).rejects.toThrow("ended by SIGTERM");
});

test("a search whose program is not there fails", async () => {
  const { signal } = new AbortController();
  const plan = { folder: tmpdir(), program: "/nowhere/rg", args: [], places: [] };
  await expect(runRipgrep({ ...plan, endsAtMs: Number.POSITIVE_INFINITY, signal }).next()).rejects.toThrow("file/io");
});
