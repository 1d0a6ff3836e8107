import { AppError, isAppError } from "@/lib/shared/errors";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { isAt, portsAround, type Owner } from "./assert-ports";

/** Where there is no Docker, or none that Filedeck may ask. */
const without: ReadonlySet<string> = new Set([
  "docker/no-socket",
  "docker/no-socket-docker",
  "docker/no-socket-lxc",
  "docker/no-socket-nspawn",
  "docker/denied",
]);

/**
 * Whether a container of others publishes the port by TCP whenever it runs. Throws what askDocker throws where Docker is there and doesn't answer: its containers come back; and
 * docker/unknown-neighbors where it doesn't say it of one.
 */
export async function isContainersPort(owner: Owner, port: number): Promise<boolean> {
  try {
    const { others, unsure } = await portsAround(owner, { name: "", daemon: await findDaemon("") });
    if (others.some(({ ports }) => ports?.some((published) => isAt(published, { port })))) return true;
    if (unsure.length > 0) throw new AppError("docker/unknown-neighbors");
    return false;
  } catch (error) {
    if (isAppError(error) && without.has(error.key)) return false;
    throw error;
  }
}
