import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { KeptPort } from "@/lib/server/docker/kept-ports";
import { isContainersPort } from "@/lib/server/docker/make/others-port";
import { isPermitted, rangeParams } from "@/lib/server/docker/port-range";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Forward } from "./open-forward";

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

type Listening = Pick<Forward, "kind" | "bindAddress" | "bindPort">;
type Person = Pick<Actor, "isRoot" | "userId" | "tokenId" | "scopes">;

/**
 * What listens on this server is for whoever reaches it: only administrators let something listen on other addresses than its own, and where services are. Throws
 * auth/root-only and ssh/port-range.
 */
export function assertListens({ kind, bindAddress, bindPort }: Listening, { isRoot }: Pick<Actor, "isRoot">): void {
  if (isRoot || kind === "remote") return;
  if (!loopback.has(bindAddress)) throw new AppError("auth/root-only");
  if (!isPermitted(bindPort)) throw new AppError("ssh/port-range", { port: String(bindPort), ...rangeParams() });
}

/** The same, and ssh/others-port where a container or a forward of others has the port whenever it runs, also while it doesn't. And what askDocker throws. */
export async function assertMayListen(forward: Listening, person: Person, db: Db): Promise<void> {
  assertListens(forward, person);
  const { kind, bindPort: port } = forward;
  if (person.isRoot || kind === "remote") return;
  const isForwards = (await savedPorts(db, port)).some(({ userId }) => userId !== person.userId);
  if (isForwards || (await isContainersPort(person, port)))
    throw new AppError("ssh/others-port", { port: String(port) });
}

/** Where saved forwards listen on this server, whether they are turned on or not. `port`: at this one alone. */
export async function savedPorts(db: Db, port?: number): Promise<KeptPort[]> {
  const rows = await db.sshForward.findMany({
    where: { kind: { not: "remote" }, ...(port === undefined ? {} : { bindPort: port }) },
    select: { userId: true, bindPort: true },
  });
  return rows.map(({ userId, bindPort }) => ({ userId, port: bindPort }));
}
