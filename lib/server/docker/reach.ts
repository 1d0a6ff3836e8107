import { z } from "zod";
import { usualCapabilities } from "@/lib/shared/capabilities";
import { isWithin } from "@/lib/shared/paths";
import type { Mount } from "@/lib/server/storage/mounts";

const none = z.union([z.null(), z.undefined(), z.literal(""), z.array(z.unknown()).max(0)]);
const noNamespaceOfOthers = z.union([z.undefined(), z.literal("")]);

const usualCapability = z.string().refine((name) => usualCapabilities.has(name.replace(/^CAP_/, "")));
const including = (...wanted: string[]) =>
  z.array(z.string()).refine((paths) => wanted.every((path) => paths.includes(path)));

const mount = z.discriminatedUnion("Type", [
  z.object({ Type: z.literal("tmpfs") }),
  z.object({ Type: z.literal("volume"), Name: z.string(), Driver: z.literal("local") }),
  z.object({ Type: z.literal("bind"), Source: z.string(), Destination: z.string(), RW: z.boolean() }),
]);

/** All that a container may be and have, as its inspection says it, to be no way out for whoever is root in it. What is not named here harms nobody. */
const confined = z.object({
  HostConfig: z.object({
    Privileged: z.literal(false),
    NetworkMode: z.string().regex(/^(?!host$|container:|ns:)/),
    PidMode: noNamespaceOfOthers,
    UTSMode: noNamespaceOfOthers,
    UsernsMode: noNamespaceOfOthers,
    IpcMode: z.enum(["", "private", "none", "shareable"]),
    CgroupnsMode: z.enum(["", "private", "host"]).optional(),
    CapAdd: z.union([none, z.array(usualCapability)]),
    Devices: none,
    DeviceRequests: none,
    DeviceCgroupRules: none,
    SecurityOpt: z.union([none, z.array(z.string().regex(/^no-new-privileges(?:[:=]true)?$/))]),
    Runtime: z.enum(["", "runc", "io.containerd.runc.v2", "crun", "runsc"]),
    ReadonlyPaths: including("/proc/sys", "/proc/sysrq-trigger"),
    MaskedPaths: including("/proc/kcore", "/sys/firmware"),
  }),
  NetworkSettings: z.object({
    // The machine's may be named by its id as well.
    Networks: z.record(z.string(), z.unknown()).refine((networks) => !("host" in networks)),
  }),
  Mounts: z.array(mount).max(200),
});

export type Bind = { source: string; destination: string; isWritable: boolean };
export type Reach = { binds: readonly Bind[]; volumes: readonly string[] };

/**
 * What a container shares with the machine: folders, and volumes of Docker's own. Null: it reaches further than anybody without an administrator's rights may
 * let others reach. `usesCgroupsV1`: there, sharing the machine's cgroup namespace is the rule.
 */
export function reachOf(inspected: unknown, { usesCgroupsV1 }: { usesCgroupsV1: boolean }): Reach | null {
  const { success, data } = confined.safeParse(inspected);
  if (!success) return null;
  if (data.HostConfig.CgroupnsMode === "host" && !usesCgroupsV1) return null;
  return {
    binds: data.Mounts.flatMap((one) =>
      one.Type === "bind" ? [{ source: one.Source, destination: one.Destination, isWritable: one.RW }] : [],
    ),
    volumes: data.Mounts.flatMap((one) => (one.Type === "volume" ? [one.Name] : [])),
  };
}

/** The kernel's and the services' doors: a socket in there is a way to root, also where it can only be read. */
const doors = ["/proc", "/sys", "/dev", "/run", "/var/run"];

/**
 * Whether somebody with these mounts may do all that a container can do with the folder. `socket`: the daemon's own. Pure; the source is a real path.
 */
export function isBindWithin({ source, isWritable }: Bind, mounts: readonly Mount[], socket: string | null): boolean {
  if ([...doors, ...(socket === null ? [] : [socket])].some((door) => isWithin(source, door) || isWithin(door, source)))
    return false;
  const access = mounts.findLast(({ place }) => isWithin(source, place))?.access ?? "none";
  const below = mounts.filter(({ place }) => place !== source && isWithin(place, source));
  if (!isWritable) return access !== "none" && below.every((mount) => mount.access !== "none");
  // What lies below as a mount of its own is protected, or less than writable.
  return access === "write" && below.length === 0;
}

/**
 * Whether none of the ways to the folder is the caller's to change: Docker follows links when the container starts, each time, and whoever writes in a folder can put a
 * link in place of what is in it, but not of the folder itself. Pure; the source is a real path.
 */
export function isFixedPlace(source: string, mounts: readonly Mount[]): boolean {
  return mounts.every(({ place, access }) => access !== "write" || place === source || !isWithin(source, place));
}
