import { once } from "node:events";
import { spawnChild } from "./spawn-child";

/** Makes a folder a link to another, and back, without a pause, as its owner could, for a minute at most; `<folder>.kept` is it meanwhile. Gives what stops it, and settles when it has: it could still make the folder while it is removed. */
export function swapForLinks(folder: string, target: string): () => Promise<void> {
  const stop = new AbortController();
  const script = `const { renameSync, symlinkSync, rmSync } = require("node:fs"); const [at, to] = process.argv.slice(1);
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      renameSync(at, at + ".kept"); symlinkSync(to, at);
      for (let i = 0; i < 20_000; i++);
      rmSync(at); renameSync(at + ".kept", at);
      for (let i = 0; i < 20_000; i++);
    }`;
  const child = spawnChild(process.execPath, ["-e", script, folder, target], { signal: stop.signal });
  const ended = once(child, "exit");
  return async () => {
    stop.abort();
    await ended;
  };
}
