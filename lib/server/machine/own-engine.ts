import { ownContainerIds } from "./own-places";

/** What keeps containers running, and reachable: seen from one that was given the machine's processes. */
const engines = new Set([
  "dockerd",
  "containerd",
  "containerd-shim",
  "docker-proxy",
  "rootlesskit",
  "podman",
  "conmon",
]);

/** Whether a process is one that the container ends with which Filedeck is in, by what it calls itself. */
export const isOwnEngine = (name: string): boolean => ownContainerIds().size > 0 && engines.has(name);
