import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "./clear-owned-fixture.mjs";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { freePort } from "./reserve-fixture";

const program = "/usr/bin/docker-registry";

/** Why no {@link startRegistry} can be had here; null where it can. */
export function registryProblem(): string | null {
  return existsSync(program) ? null : `there is no ${program} (docker-registry)`;
}

/** An empty registry of images on a port of this machine, which a daemon asks without TLS. `host`: how its images begin. */
export async function startRegistry(): Promise<{ host: string; stop: () => Promise<void> }> {
  const dir = makeOwnedFolder("registry");
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
  const stop = () => clearOwned(dir);
  for (const untilMs = Date.now() + patience.startMs; child.exitCode === null && Date.now() < untilMs;) {
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
