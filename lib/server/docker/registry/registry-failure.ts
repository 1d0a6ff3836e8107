import { AppError, isAppError } from "@/lib/shared/errors";

const ofRegistry = new Set(["docker/refused", "docker/failed", "docker/no-image"]);
const awayWords = /dial tcp|no such host|timeout|connection refused|TLS|certificate|EOF|http response to https/i;

/** Whether what the daemon said means that it has not reached the registry. */
export function isRegistryAway(error: AppError): boolean {
  return awayWords.test(String(error.params["text"] ?? ""));
}

/** A task keeps the kind of a failure alone, and not what the daemon said of it. */
export function pullFailure(error: unknown): unknown {
  if (!isAppError(error) || !ofRegistry.has(error.key)) return error;
  const key = isRegistryAway(error) ? "docker/registry-unreachable" : "docker/pull-failed";
  return new AppError(key, {}, { cause: error });
}
