import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "./clear-owned-fixture.mjs";
import type { Dockerd } from "./dockerd-fixture";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";

const run = promisify(execFile);

/** Why no Podman can be started on this machine; null where one can. */
export function podmanProblem(): string | null {
  if (process.getuid?.() !== 0) return "Podman needs root";
  const missing = ["/usr/bin/podman", "/usr/sbin/runc"].find((file) => !existsSync(file));
  return missing === undefined ? null : `there is no ${missing}`;
}

/** Its Docker-compatible socket, with a store of the test's own; containers have no network. `docker` is the command `podman`. */
export async function startPodman(): Promise<Pick<Dockerd, "docker" | "env" | "stop">> {
  const dir = makeOwnedFolder("podman");
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
    // What cleans up behind each container as well, which would make its folders anew.
    await clearOwned(dir);
  };
  for (const untilMs = Date.now() + patience.startMs; !existsSync(socket);) {
    if (service.exitCode === null && Date.now() < untilMs) await wait(100);
    else {
      await stop();
      throw new Error("Podman's service did not start");
    }
  }
  // oxlint-disable-next-line no-restricted-properties -- not configuration: what the client gets of it
  return { docker, env: { ...process.env, DOCKER_HOST: `unix://${socket}` }, stop };
}
