import type { Agent } from "node:http";
import type Docker from "dockerode";
import { isDockerAway } from "@/lib/shared/docker-away";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { containerManager, type ContainerManager } from "@/lib/server/process/container-manager";
import { pacedAgent } from "./paced-agent";

const answerMs = 20_000;
/** Some questions hear of no signal and take their time; beyond this nobody waits for it any more. */
const mostAnswerMs = 300_000;

type Patience = {
  /** How long the daemon may take to begin its answer. */
  patienceMs?: number;
  /** When it is given up, though the question hears of no signal. */
  mostMs?: number;
  /** What is thrown where there is no such thing; a container, unless said otherwise. */
  missing?: ErrorKey;
};

/**
 * Asks the daemon at DOCKER_HOST, or at the usual socket, one thing. `name` is the container in question, for what may be wrong with it. Throws
 * docker/unreachable, docker/no-socket, docker/denied, docker/not-found, docker/not-running, docker/failed.
 */
export async function askDocker<T>(
  name: string,
  ask: (docker: Docker, abortSignal: AbortSignal) => Promise<T>,
  { patienceMs = answerMs, mostMs = patienceMs + mostAnswerMs, missing = "docker/not-found" }: Patience = {},
): Promise<T> {
  // With the first call: most servers ask for nothing of it.
  const { default: Client } = await import("dockerode");
  const docker = new Client();
  // What the package leaves untyped. Over SSH it has an agent of its own.
  const modem = docker.modem as unknown as { protocol: string; agent?: Agent };
  modem.agent = pacedAgent(modem.protocol === "https");
  // Until it has answered: a stream that it answers with goes on.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  let given: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    given = setTimeout(() => reject(new Error("the daemon does not answer")), mostMs).unref();
  });
  try {
    return await Promise.race([ask(docker, late.signal), silence]);
  } catch (error) {
    throw isAppError(error) ? error : failureOf(error, { name, missing });
  } finally {
    clearTimeout(timer);
    clearTimeout(given);
  }
}

function failureOf(cause: unknown, { name, missing }: { name: string; missing: ErrorKey }): AppError {
  switch (statusOf(cause)) {
    case null:
      return new AppError(awayKeyOf(cause), {}, { cause });
    case 404: {
      // Of a container whose network is gone it is the network that is missing.
      const [, network] = /^network (\S+) not found/.exec(wordsOf(cause)) ?? [];
      if (network !== undefined && missing === "docker/not-found")
        return new AppError("docker/no-network", { name: network }, { cause });
      return new AppError(missing, { name }, { cause });
    }
    case 409:
      return /is not running|is paused/.test(wordsOf(cause))
        ? new AppError("docker/not-running", { name }, { cause })
        : new AppError("docker/conflict", { name, text: wordsOf(cause) }, { cause });
    case 400:
    case 500:
      return new AppError("docker/refused", { name, text: wordsOf(cause) }, { cause });
    default:
      return new AppError("docker/failed", { name }, { cause });
  }
}

/** Nobody was reached: there is no daemon, or it may not be asked. */
export const isAway = (error: AppError): boolean => isDockerAway(error.key);

/** What helps is another thing in each. */
const noSocket = {
  docker: "docker/no-socket-docker",
  lxc: "docker/no-socket-lxc",
  nspawn: "docker/no-socket-nspawn",
} as const satisfies Record<ContainerManager, ErrorKey>;

function awayKeyOf(error: unknown): ErrorKey {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EACCES" || code === "EPERM") return "docker/denied";
  if (code !== "ENOENT") return "docker/unreachable";
  const manager = containerManager();
  return manager === null ? "docker/no-socket" : noSocket[manager];
}

/** Of the daemon's answer; null where there was none. */
function statusOf(error: unknown): number | null {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : null;
}

/** What the daemon says of it. */
function wordsOf(error: unknown): string {
  const json = error instanceof Error && "json" in error ? error.json : null;
  const message = typeof json === "object" && json !== null && "message" in json ? json.message : null;
  // Where a stream was asked for the package has it in its own words alone.
  const own = error instanceof Error ? error.message.replace(/^\(HTTP code \d+\) [a-z ]+ - /, "") : "";
  return (typeof message === "string" ? message : own).trim().slice(0, 500);
}
