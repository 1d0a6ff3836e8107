import { readFileSync, readlinkSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import type { HostNeed } from "@/lib/shared/terminals";
import { containerManager } from "./container-manager";
import { runBriefly } from "./run-briefly";

/** What a shell of the container's host takes, as this process finds it. */
export type HostFacts = {
  isContainer: boolean;
  /** Process 1 is the host's, not one of the container's. */
  seesHost: boolean;
  isRoot: boolean;
  /** capabilities(7): the effective ones, as a set of bits. */
  capabilities: bigint;
  hasNsenter: boolean;
};

const nsenter = "/usr/bin/nsenter";
const bits = { sysChroot: 18n, sysPtrace: 19n, sysAdmin: 21n } as const;
/** All that make a container of a process but its process numbers, which are the host's already, and its user's. */
const spaces = ["--target", "1", "--mount", "--uts", "--ipc", "--net"];
/** The host's own shell for its administrator; nothing in it is a caller's. */
const shell = 'cd; for shell in /bin/bash /bin/sh; do [ -x "$shell" ] && exec "$shell" -l; done';

/** How to start a program of the host: behind these, `--` and its path there. */
export const hostSpaces = { program: nsenter, args: spaces } as const;
/** How to start a shell of the host. */
export const hostShell = { program: nsenter, args: [...spaces, "--", "/bin/sh", "-c", shell] } as const;

/** What is missing for a shell of the host; null where there is no host but this machine. Tried for real where nothing seems to be. */
export async function findHostNeeds(): Promise<HostNeed[] | null> {
  const facts = await readFacts();
  if (!facts.isContainer) return null;
  const missing = needsOf(facts);
  if (missing.length > 0) return missing;
  const { code } = await runBriefly(nsenter, [...spaces, "--", "/bin/true"]);
  // AppArmor and the like forbid what the capabilities allow.
  return code === 0 ? [] : ["confinement"];
}

export function needsOf({ seesHost, isRoot, capabilities, hasNsenter }: HostFacts): HostNeed[] {
  const has = (bit: bigint) => (capabilities & (1n << bit)) !== 0n;
  return [
    ...(seesHost ? [] : (["pid"] as const)),
    ...(isRoot ? [] : (["root"] as const)),
    // Whoever is not root has none, whatever the container was given.
    ...(isRoot && !(has(bits.sysAdmin) && has(bits.sysChroot)) ? (["sys_admin"] as const) : []),
    ...(isRoot && !has(bits.sysPtrace) ? (["sys_ptrace"] as const) : []),
    ...(hasNsenter ? [] : (["nsenter"] as const)),
  ];
}

async function readFacts(): Promise<HostFacts> {
  return {
    // Others have no such host: LXC and nspawn give their machines none of their own.
    isContainer: containerManager() === "docker",
    seesHost: seesHost(),
    isRoot: process.getuid?.() === 0,
    capabilities: BigInt(
      `0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? "0"}`,
    ),
    hasNsenter: await access(nsenter, constants.X_OK).then(
      () => true,
      () => false,
    ),
  };
}

/** The first process of a container has its files; the host's has others. Where that may not be looked at, its group of processes tells. */
function seesHost(): boolean {
  try {
    return readlinkSync("/proc/1/ns/mnt") !== readlinkSync("/proc/self/ns/mnt");
  } catch {
    return readFileSync("/proc/1/cgroup", "latin1") !== readFileSync("/proc/self/cgroup", "latin1");
  }
}
