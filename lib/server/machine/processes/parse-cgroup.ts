/** What a process belongs to, by /proc/<pid>/cgroup: both versions of cgroups, Docker, Podman and what Kubernetes has. */
export function parseCgroup(text: string): { container: string | null; unit: string | null } {
  // Version 2, and systemd's own part of version 1, name where it is; the others only what limits it.
  const line = /^(?:0:|\d+:name=systemd):(.*)$/m.exec(text)?.[1] ?? "";
  const container = /(?:^|[/:-])([0-9a-f]{64})(?:\.scope)?(?:\/|$)/m.exec(text)?.[1]?.slice(0, 12) ?? null;
  const units = line.split("/").filter((part) => /\.(?:service|scope|socket|mount|swap)$/.test(part));
  return { container, unit: container === null ? (units.at(-1) ?? null) : null };
}
