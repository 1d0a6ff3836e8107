import type { ErrorKey } from "./errors";

/** That nobody was reached, for one reason or another; it may be over by itself at any moment. */
export const dockerAwayKeys = [
  "docker/unreachable",
  "docker/no-socket",
  "docker/no-socket-docker",
  "docker/no-socket-lxc",
  "docker/no-socket-nspawn",
  "docker/denied",
] as const satisfies ErrorKey[];

const keys: ReadonlySet<ErrorKey> = new Set(dockerAwayKeys);

export function isDockerAway(key: ErrorKey): boolean {
  return keys.has(key);
}
