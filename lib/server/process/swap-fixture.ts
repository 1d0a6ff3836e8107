import { spawnChild } from "./spawn-child";

/** Makes a folder a link to another, and back, without a pause, as its owner could, for a minute at most; `<folder>.kept` is it meanwhile. Gives what stops it. */
export function swapForLinks(folder: string, target: string): () => void {
  const stop = new AbortController();
  const script = `const { renameSync, symlinkSync, rmSync } = require("node:fs"); const [at, to] = process.argv.slice(1);
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      renameSync(at, at + ".kept"); symlinkSync(to, at);
      for (let i = 0; i < 20_000; i++);
      rmSync(at); renameSync(at + ".kept", at);
      for (let i = 0; i < 20_000; i++);
    }`;
  spawnChild(process.execPath, ["-e", script, folder, target], { signal: stop.signal });
  return () => stop.abort();
}
