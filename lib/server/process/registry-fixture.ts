import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const program = "/usr/bin/docker-registry";

/** Why no {@link startRegistry} can be had here; null where it can. */
export function registryProblem(): string | null {
  return existsSync(program) ? null : `there is no ${program} (docker-registry)`;
}

/** An empty registry of images on a port of this machine, which a daemon asks without TLS. `host`: how its images begin. */
export async function startRegistry(): Promise<{ host: string; stop: () => Promise<void> }> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-registry-"));
  const host = `127.0.0.1:${await freePort()}`;
  const config = path.join(dir, "config.yml");
  writeFileSync(
    config,
    `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage: { filesystem: { rootdirectory: ${dir}/data }, delete: { enabled: true } }
http: { addr: "${host}" }
`,
  );
  const child = spawn(program, ["serve", config], { stdio: "ignore" });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(dir, { recursive: true, force: true });
  };
  for (let looks = 0; looks < 100; looks++) {
    const isUp = await fetch(`http://${host}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { host, stop };
    await new Promise((resolve) => setTimeout(resolve, 50)); // between two looks
  }
  await stop();
  throw new Error("the registry did not start");
}

/** Free a moment ago: it cannot choose one itself. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // a port, not a pipe
      server.close(() => resolve(port));
    });
  });
}
