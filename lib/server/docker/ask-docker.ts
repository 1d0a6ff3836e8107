import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";

const answerMs = 20_000;

/**
 * Asks the daemon at DOCKER_HOST, or at the usual socket, one thing. `name` is the container in question, for what may be wrong with it. Throws
 * docker/unreachable, docker/not-found, docker/not-running, docker/failed.
 */
export async function askDocker<T>(
  name: string,
  ask: (docker: Docker, abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  // With the first call: most servers ask for nothing of it.
  const { default: Client } = await import("dockerode");
  // Until it has answered: a stream that it answers with goes on.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    return await ask(new Client(), late.signal);
  } catch (error) {
    throw isAppError(error) ? error : failureOf(error, name);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(cause: unknown, name: string): AppError {
  switch (statusOf(cause)) {
    case null:
      return new AppError("docker/unreachable", {}, { cause });
    case 404:
      return new AppError("docker/not-found", { name }, { cause });
    case 409:
      return new AppError("docker/not-running", { name }, { cause });
    default:
      return new AppError("docker/failed", { name }, { cause });
  }
}

/** Of the daemon's answer; null where there was none. */
function statusOf(error: unknown): number | null {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : null;
}
