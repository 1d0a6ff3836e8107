import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "./clear-owned-fixture.mjs";
import { ip, makeLink } from "./link-fixture";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { freeSubnet } from "./reserve-fixture";

const run = promisify(execFile);
const maxOutputBytes = 64 * 1024 * 1024;
/** A daemon that does not end by itself is ended. */
const endMs = 20_000;

export type Dockerd = {
  env: NodeJS.ProcessEnv;
  /** Its process; with `ownProcesses` what containers with `--pid=host` see as process 1. */
  pid: number;
  /** Runs the docker client against this daemon; gives its output, or throws with it. */
  docker: (...args: string[]) => Promise<string>;
  /** Ends the daemon by this signal, and starts it again with what it had after `meanwhile`. */
  away: (signal: "SIGTERM" | "SIGKILL", meanwhile: () => Promise<void>) => Promise<void>;
  /** Ends the daemon with all its containers and removes what it left: mounts, bridge, folder. */
  stop: () => Promise<void>;
};

type Options = {
  /** In a process namespace of its own, which is the host of its containers: not every machine lets others look at its first process. */
  ownProcesses?: boolean;
  /**
   * In a network of its own: nothing of it is reached from outside, nor reaches it, and no network of this machine changes by it. A browser breaks off
   * whatever it asks for when one does.
   */
  ownNetwork?: boolean;
};

const inOwnNetwork = ["/usr/bin/unshare", "--net", "/bin/sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
const inOwnProcesses = ["/usr/bin/unshare", "--pid", "--mount-proc", "--fork", "--kill-child"];

/** Why no daemon can be started on this machine; null where one can. */
export function dockerdProblem(): string | null {
  if (process.getuid?.() !== 0) return "dockerd needs root";
  const missing = ["/usr/sbin/dockerd", "/sbin/ip"].find((file) => !existsSync(file));
  return missing === undefined ? null : `there is no ${missing}`;
}

/**
 * A daemon of the test's own: own folder, socket and bridge, without a word to the firewall, so that it lives beside the
 * machine's. Published ports go through docker-proxy.
 */
export async function startDockerd({ ownProcesses = false, ownNetwork = false }: Options = {}): Promise<Dockerd> {
  const dir = makeOwnedFolder("dockerd");
  const { options, release } = ownNetwork ? { options: [], release: async () => {} } : await makeNetwork();
  const socket = `unix://${dir}/docker.sock`;
  // oxlint-disable-next-line no-restricted-properties -- not configuration: what the client gets of it
  const env = { ...process.env, DOCKER_HOST: socket, DOCKER_BUILDKIT: "0", DOCKER_CONFIG: dir };
  const places = ["--data-root", `${dir}/data`, "--exec-root", `${dir}/exec`, "--pidfile", `${dir}/pid`];
  const network = ["--iptables=false", "--ip6tables=false", "--ip-masq=false", ...options];
  const command = ["/usr/sbin/dockerd", "-H", socket, ...places, ...network];
  const around = [...(ownNetwork ? inOwnNetwork : []), ...(ownProcesses ? inOwnProcesses : [])];
  const [program = "", ...args] = [...around, ...command];
  let log = "";
  let { child, exited } = launch();

  function launch() {
    const started = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    started.stderr.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
    return { child: started, exited: new Promise<void>((resolve) => started.once("exit", () => resolve())) };
  }

  async function docker(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run("docker", args, { env, maxBuffer: maxOutputBytes });
    return args[0] === "logs" ? stdout + stderr : stdout.trim();
  }

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const running = await docker("ps", "-aq").catch(() => "");
      if (running !== "") await docker("rm", "-f", ...running.split("\n")).catch(() => "");
      // Their bridges would outlive the daemon.
      await docker("network", "prune", "-f").catch(() => "");
      process.kill(daemonPid(), "SIGTERM");
      await Promise.race([exited, wait(endMs, undefined, { ref: false })]);
    }
    try {
      await clearOwned(dir);
    } finally {
      await release();
    }
  }

  try {
    await waitForAnswer(docker, { hasEnded: () => child.exitCode !== null, log: () => log });
  } catch (error) {
    await stop();
    throw error;
  }
  function daemonPid(): number {
    const pid = child.pid ?? 0;
    return ownProcesses ? Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ")[0]) : pid;
  }
  async function away(signal: "SIGTERM" | "SIGKILL", meanwhile: () => Promise<void>): Promise<void> {
    process.kill(daemonPid(), signal);
    await exited;
    // Its containerd has died with it; where nobody has buried that yet the next one would wait for it.
    rmSync(`${dir}/exec/containerd/containerd.pid`, { force: true });
    try {
      await meanwhile();
    } finally {
      ({ child, exited } = launch());
      await waitForAnswer(docker, { hasEnded: () => child.exitCode !== null, log: () => log });
    }
  }
  return {
    env,
    get pid() {
      return daemonPid();
    },
    docker,
    away,
    stop,
  };
}

async function waitForAnswer(
  docker: Dockerd["docker"],
  { hasEnded, log }: { hasEnded: () => boolean; log: () => string },
): Promise<void> {
  const deadlineMs = Date.now() + patience.startMs;
  for (;;) {
    const isUp = await docker("version").then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (hasEnded() || Date.now() > deadlineMs) throw new Error(`dockerd did not start:\n${log()}`);
    await wait(100); // between two looks
  }
}

/** How a daemon is told of its bridge and addresses, and what gives them back. */
async function makeNetwork(): Promise<{ options: string[]; release: () => Promise<void> }> {
  const { name, remove } = await makeLink("bridge");
  const subnet = await freeSubnet();
  const release = async () => {
    await remove();
    subnet.release();
  };
  try {
    await ip("addr", "add", `${subnet.prefix}.1/24`, "dev", name);
  } catch (error) {
    await release();
    throw error;
  }
  // Networks of its containers: two daemons would else choose the same ones.
  return { options: ["-b", name, "--default-address-pool", `base=${subnet.pool},size=26`], release };
}
