import { existsSync, readFileSync } from "node:fs";

/** What runs the container that this server is in; `docker` is Podman as well. Each is given what it lacks in its own way. */
export type ContainerManager = "docker" | "lxc" | "nspawn";

export type ManagerFacts = {
  /** What systemd has found out when it booted in it: /run/systemd/container. */
  systemdSays: string | null;
  /** /.dockerenv or /run/.containerenv. */
  hasMark: boolean;
  /** Of the first process, which may be the host's. */
  environment: string | null;
};

/** Null: none that is known. Systemd is right where an image for Docker was made a machine of its own, and the mark where the first process is the host's. */
export function managerOfFacts({ systemdSays, hasMark, environment }: ManagerFacts): ContainerManager | null {
  const named = nameOf(systemdSays?.trim());
  if (named !== null) return named;
  if (hasMark) return "docker";
  return nameOf(
    environment
      ?.split("\0")
      .find((line) => line.startsWith("container="))
      ?.slice("container=".length),
  );
}

function nameOf(said: string | undefined): ContainerManager | null {
  switch (said) {
    case "docker":
    case "podman":
    case "oci":
      return "docker";
    case "lxc":
    case "lxc-libvirt":
      return "lxc";
    case "systemd-nspawn":
      return "nspawn";
    default:
      return null;
  }
}

let known: { manager: ContainerManager | null } | null = null;

export function containerManager(): ContainerManager | null {
  known ??= {
    manager: managerOfFacts({
      systemdSays: read("/run/systemd/container"),
      hasMark: ["/.dockerenv", "/run/.containerenv"].some((mark) => existsSync(mark)),
      environment: read("/proc/1/environ"),
    }),
  };
  return known.manager;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return null; // not there, or of a process of others
  }
}
