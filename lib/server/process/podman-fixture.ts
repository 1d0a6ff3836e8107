import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Dockerd } from "./dockerd-fixture";

const run = promisify(execFile);

/** Why no Podman can be started on this machine; null where one can. */
export function podmanProblem(): string | null {
  if (process.getuid?.() !== 0) return "Podman needs root";
  const missing = ["/usr/bin/podman", "/usr/sbin/runc"].find((file) => !existsSync(file));
  return missing === undefined ? null : `there is no ${missing}`;
}

/** Its Docker-compatible socket, with a store of the test's own; containers have no network. `docker` is the command `podman`. */
export async function startPodman(): Promise<Pick<Dockerd, "docker" | "env" | "stop">> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-podman-"));
  const places = ["--root", `${dir}/root`, "--runroot", `${dir}/run`, "--tmpdir", `${dir}/tmp`];
  const kind = ["--cgroup-manager", "cgroupfs", "--storage-driver", "vfs", "--events-backend", "file"];
  const socket = `${dir}/podman.sock`;
  const service = spawn("podman", [...places, ...kind, "system", "service", "--time=0", `unix://${socket}`], {
    stdio: "ignore",
  });
  const docker = async (...[command = "", ...args]: string[]): Promise<string> => {
    // The usual limits are more than root may give in a container.
    const more = command === "run" ? ["--network=none", "--ulimit=nofile=1024:1024", "--ulimit=nproc=4096:4096"] : [];
    const { stdout } = await run("podman", [...places, ...kind, command, ...more, ...args]);
    return stdout.trim();
  };
  const stop = async () => {
    await docker("rm", "-f", "-a", "-t", "0").catch(() => "");
    service.kill();
    if (service.exitCode === null) await once(service, "exit");
    // What cleans up behind each container ends after it, and makes its folders anew until then.
    const isUsed = () => run("pgrep", ["-f", dir]).then(Boolean, () => false);
    for (let tries = 0; tries < 100 && (await isUsed()); tries++) await wait(100);
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  for (let tries = 0; !existsSync(socket) && tries < 100; tries++) await wait(100);
  if (!existsSync(socket)) {
    await stop();
    throw new Error("Podman's service did not start");
  }
  // oxlint-disable-next-line no-restricted-properties -- not configuration: what the client gets of it
  return { docker, env: { ...process.env, DOCKER_HOST: `unix://${socket}` }, stop };
}
