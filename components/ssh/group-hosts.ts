import type { SshHost } from "@/lib/contracts/ssh";
import { compareNames } from "@/lib/shared/compare-names";

type Listed = Pick<SshHost, "name" | "folder" | "tags" | "address" | "username">;

/** The hosts that a filter leaves, all of whose words they have, by folder; those without one first. */
export function groupHosts<T extends Listed>(hosts: readonly T[], filter: string): { folder: string; hosts: T[] }[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const groups = new Map<string, T[]>();
  for (const host of hosts) {
    const text = [host.name, host.folder, ...host.tags, `${host.username}@${host.address}`].join("\n").toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(host.folder, [...(groups.get(host.folder) ?? []), host]);
  }
  return [...groups]
    .sort(([one], [other]) => compareNames(one, other))
    .map(([folder, members]) => ({ folder, hosts: members }));
}
