import { readFileSync } from "node:fs";

/**
 * Whether this program is a part of a unit of systemd's, and would end with it. `uid`: of the account whose manager has the unit, null for the system's, which
 * has the managers of accounts as its services.
 */
export const runsAsUnit = (unit: string, uid: number | null): boolean =>
  isPartOf(unit, { uid, cgroups: readFileSync("/proc/self/cgroup", "utf8") });

/** `cgroups`: as /proc/<pid>/cgroup has them. */
export function isPartOf(unit: string, { uid, cgroups }: { uid: number | null; cgroups: string }): boolean {
  return cgroups.split("\n").some((line) => {
    const parts = line.slice(line.indexOf(":", line.indexOf(":") + 1) + 1).split("/");
    const manager = parts.findIndex((part) =>
      uid === null ? /^user@\d+\.service$/.test(part) : part === `user@${uid}.service`,
    );
    const own =
      uid === null ? (manager < 0 ? parts : parts.slice(0, manager + 1)) : manager < 0 ? [] : parts.slice(manager + 1);
    // All that a manager has is below its first slice.
    return own.includes(unit) || (unit === "-.slice" && own.some((part) => part !== ""));
  });
}
