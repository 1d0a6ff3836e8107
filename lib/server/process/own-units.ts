import { readFileSync } from "node:fs";
import { hostSpaces } from "./host-access";
import { isFromContainer } from "./on-host";
import { runToEnd } from "./run-to-end";

/** Whose end is that of its containers, as it is set up by most: nothing of systemd's says so. */
const containerEngines = ["docker.service", "snap.docker.dockerd.service"];

/**
 * The units of systemd's that this program is a part of, and would end with. `uid`: of the account whose manager has them, null for the system's, which
 * has the managers of accounts as its services.
 */
export async function ownUnits(uid: number | null): Promise<string[]> {
  const isOutside = await isFromContainer();
  const cgroups = (isOutside ? await outsideCgroups() : null) ?? readFileSync("/proc/self/cgroup", "utf8");
  return [...unitsIn(cgroups, uid), ...(isOutside && uid === null ? containerEngines : [])];
}

/** As the host of this container names them; null where it does not tell. */
async function outsideCgroups(): Promise<string | null> {
  const { program, args } = hostSpaces;
  const read = ["--cgroup", "--", "/bin/cat", `/proc/${process.pid}/cgroup`];
  const { code, output } = await runToEnd({ program, args: [...args, ...read] });
  return code === 0 ? output : null;
}

/** `cgroups`: as /proc/<pid>/cgroup has them. */
export function unitsIn(cgroups: string, uid: number | null): string[] {
  const units = cgroups.split("\n").flatMap((line) => {
    const parts = line.slice(line.indexOf(":", line.indexOf(":") + 1) + 1).split("/");
    const manager = parts.findIndex((part) =>
      uid === null ? /^user@\d+\.service$/.test(part) : part === `user@${uid}.service`,
    );
    const own =
      uid === null ? (manager < 0 ? parts : parts.slice(0, manager + 1)) : manager < 0 ? [] : parts.slice(manager + 1);
    const named = own.filter((part) => part !== "");
    // All that a manager has is below its first slice.
    return named.length === 0 ? [] : ["-.slice", ...named.filter((part) => /\.(?:service|slice|scope)$/.test(part))];
  });
  return [...new Set(units)];
}
