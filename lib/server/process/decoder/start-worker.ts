import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { limits } from "@/lib/server/base/limits";
import { threadFile } from "@/lib/server/base/thread-file";
import { spawnJailed, type Jailed } from "./spawn-jailed";

/** Reads where the worker's code is from its input, since code that was translated just now is longer than an argument may be; jobs follow. */
const boot = `
const { readSync } = require("node:fs");
const exactly = (n) => { const b = Buffer.alloc(n); let at = 0; while (at < n) { const got = readSync(0, b, at, n - at, null); if (got === 0) process.exit(0); at += got; } return b; };
import(exactly(exactly(4).readUInt32LE(0)).toString());`;

/** Packages that are native, or too large for a bundle; with what they need themselves. */
const packages = ["sharp", "@img", "detect-libc", "semver", "libheif-js"];

/** A Node process in the jail, with sharp, that waits for jobs. Throws preview/no-jail. */
export async function startWorker(signal: AbortSignal): Promise<Jailed> {
  const { href } = threadFile(import.meta.url, "decoder-worker");
  const require = createRequire(import.meta.url);
  const [sharp, heif] = [require.resolve("sharp"), require.resolve("libheif-js/wasm-bundle")];
  const modules = sharp.slice(0, sharp.lastIndexOf("/node_modules/") + "/node_modules".length);
  const { worker } = limits.previews;
  const child = await spawnJailed(
    process.execPath,
    [
      // It decodes outside of the heap of scripts.
      `--max-old-space-size=${worker.heapMib}`,
      "--max-semi-space-size=2",
      "-e",
      boot,
      sharp,
      heif,
      String(limits.previews.pixels),
    ],
    {
      input: "pipe",
      readable: [
        ...packages.map((name) => join(modules, name)),
        process.execPath,
        ...(href.startsWith("file:") ? [fileURLToPath(href), join(dirname(fileURLToPath(href)), "package.json")] : []),
      ],
      // Threads of libuv run sharp's jobs, of which there is one at a time.
      env: { UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2" },
      limits: { ...worker.jail, timeoutMs: null },
      signal,
    },
  );
  const code = Buffer.from(href);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(code.length, 0);
  child.stdin?.write(Buffer.concat([length, code]));
  return child;
}
