import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** Node alone over a folder, the second yardstick: PUT, `/list/<folder>`, `/tar/<folder>`. */
export async function startBareNode(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = path.join(import.meta.dirname, "bare-node.mjs");
  const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer]; // a stream of bytes
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    stop: async () => {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}
