import { once } from "node:events";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "./clear-owned-fixture.mjs";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { endGroup, spawnChild } from "./spawn-child";

/** For tests inside as well. */
export const run = promisify(execFile);
const nspawn = "/usr/bin/systemd-nspawn";
/** What would start services of this machine once more. */
const emptied = ["multi-user", "timers", "sockets", "network-online", "graphical"];

/** What does not end by then is ended. */
const endMs = 20_000;

/** There in the machine of {@link startSystemd} and nowhere else. */
const marker = "/etc/filedeck-systemd-test";
export const isInside = existsSync(marker);

export type Systemd = {
  /** Its first process, as this machine numbers it. */
  pid: () => number;
  /** Runs a program in it, in the folder of this project, and gives all that it said; never throws for its code. */
  run: (...command: string[]) => Promise<{ code: number; said: string }>;
  stop: () => Promise<void>;
};

/** Why there can be no {@link startSystemd} here, for tests to skip with; null where there can. */
export function systemdProblem(): string | null {
  if (!existsSync(nspawn)) return `${nspawn} is not installed (systemd-container)`;
  return process.getuid?.() === 0 ? null : "machines are started as root only";
}

/**
 * A machine of the test's own that systemd has booted: with all files of this one, of which it changes none.
 * `binds` are folders of this one that it shares, `folder` or `folder:as`.
 */
export async function startSystemd({ binds = [] }: { binds?: readonly string[] } = {}): Promise<Systemd> {
  const dir = makeOwnedFolder("systemd");
  await run("mount", ["-t", "tmpfs", "tmpfs", dir]);
  const [upper, work, root] = [`${dir}/upper`, `${dir}/work`, `${dir}/root`];
  for (const folder of [upper, work, root]) mkdirSync(folder);
  await run("mount", ["-t", "overlay", "overlay", "-o", `lowerdir=/,upperdir=${upper},workdir=${work}`, root]);
  for (const target of emptied)
    rmSync(`${root}/etc/systemd/system/${target}.target.wants`, { recursive: true, force: true });
  writeFileSync(`${root}${marker}`, "");
  // A number of its own, or its journal would be this machine's.
  writeFileSync(`${root}/etc/machine-id`, `${"0123456789abcdef".repeat(2)}\n`);
  const shared = [process.cwd(), ...binds];
  const child = spawnChild(
    nspawn,
    ["-D", root, "-b", "--register=no", "--keep-unit", "--console=pipe", ...shared.map((folder) => `--bind=${folder}`)],
    { env: { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" } },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await once(child, "spawn");

  async function stop(): Promise<void> {
    // The machine outlives the program that has started it: with its first process all of them end.
    const leader = child.exitCode === null ? leaderOf(child.pid ?? 0) : 0;
    if (leader > 0) process.kill(leader, "SIGKILL");
    endGroup(child);
    await Promise.race([ended, wait(endMs, undefined, { ref: false })]);
    await clearOwned(dir);
  }

  async function runInside(...command: string[]): Promise<{ code: number; said: string }> {
    const leader = leaderOf(child.pid ?? 0);
    const enter = ["-t", String(leader), "-m", "-u", "-i", "-n", "-p", "-r", "-w", "--"];
    const env = ["env", "-i", "-C", process.cwd(), "HOME=/root", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"];
    const options = { maxBuffer: 16 * 1024 * 1024 };
    return run("nsenter", [...enter, ...env, ...command], options).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code?: number; stdout?: string; stderr?: string; message: string }) => ({
        code: typeof error.code === "number" ? error.code : 1,
        said: `${error.stdout ?? ""}${error.stderr ?? ""}${error.message}`,
      }),
    );
  }

  try {
    const untilMs = Date.now() + patience.startMs;
    for (;;) {
      const { said } = await runInside("systemctl", "is-system-running");
      if (/^(?:running|degraded)/m.test(said)) return { pid: () => leaderOf(child.pid ?? 0), run: runInside, stop };
      if (Date.now() > untilMs || child.exitCode !== null) throw new Error(`systemd did not start: ${said}`);
      await wait(100); // between two looks
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The machine's first process; 0 before there is one. */
function leaderOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ")[0] ?? 0);
}
