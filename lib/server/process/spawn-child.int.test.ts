import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { spawnChild } from "./spawn-child";

afterEach(() => vi.unstubAllEnvs());

async function outputOf(program: string, args: string[]): Promise<string> {
  const child = spawnChild(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child, "close");
  return text;
}

/** Not counting what has ended and waits to be taken note of. */
function isThere(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

it("passes on no secret, and no file that is open here", async () => {
  vi.stubEnv("FILEDECK_ADMIN_PASSWORD", "hush-hush");
  vi.stubEnv("LD_PRELOAD_OF_SOMEBODY", "x");
  const names = (await outputOf("env", [])).split("\n").map((line) => line.split("=")[0]);
  const known = new Set(["", "LANG", "NODE_ENV", "PATH", "TMPDIR", "TZ"]);
  expect(names).toContain("PATH");
  expect(names.filter((name) => !known.has(name ?? ""))).toEqual([]);
  const fd = openSync("/etc/hostname", "r");
  try {
    const open = await outputOf("ls", ["-l", "/proc/self/fd"]);
    expect(open).toContain(" 1 -> ");
    expect(open).not.toContain("/etc/hostname");
  } finally {
    closeSync(fd);
  }
});

it("ends all that a child started, when its cause goes", async () => {
  const stopping = new AbortController();
  const child = spawnChild("sh", ["-c", "sleep 60 & echo $!; wait"], {
    stdio: ["ignore", "pipe", "ignore"],
    signal: stopping.signal,
  });
  const [chunk] = await once(child.stdout, "data");
  const grandchild = Number(String(chunk));
  expect(isThere(grandchild)).toBe(true);
  stopping.abort();
  await once(child, "close");
  await vi.waitFor(() => expect(isThere(grandchild)).toBe(false));
});

it("ends what a child left behind", async () => {
  const grandchild = Number(await outputOf("sh", ["-c", "sleep 60 >/dev/null & echo $!"]));
  await vi.waitFor(() => expect(isThere(grandchild)).toBe(false));
});
