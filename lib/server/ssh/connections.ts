import type { Client } from "ssh2";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { findHost, mayUse } from "./hosts";
import { openWay, type Way } from "./open-way";
import type { Person } from "./person";

/** A user's connection to a host, which terminals, files and forwards share. */
export type Connection = {
  readonly hostId: string;
  /** All hosts that the way leads by, this one as well: it is what it was as long as they are. */
  readonly hostIds: ReadonlySet<string>;
  readonly userId: string;
  readonly name: string;
  readonly client: Client;
  /** The first host of the way to it is in the local network: whoever may not go there any more may not use it. */
  readonly isLan: boolean;
  /** What uses it now, and when something last did. */
  uses: number;
  lastUsedMs: number;
  /** Bytes that went over the line until then. */
  bytes: () => number;
  /** More to the same host, where it allows too few sessions on one. They count as a use of this one, and end with it. */
  readonly others: Set<Connection>;
  /** Makes one more of these; nobody is asked anything. */
  openOther: (signal: AbortSignal) => Promise<Connection>;
};

type Caller = { db: Db; actor: Actor; log: Logger };
type Begun = { readonly hostId: string; readonly hostIds: Set<string>; readonly userId: string; over: AbortController };
type Attempt = Begun & { readonly done: Promise<Connection> };

const connections = new Map<string, Connection>();
const attempts = new Map<string, Attempt>();
const listeners = new Set<() => void>();

const keyOf = ({ userId, hostId }: { userId: string; hostId: string }) => `${userId} ${hostId}`;

/** Told whenever a connection begins or ends, until the returned function is called. */
export function onConnectionsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellConnections(): void {
  for (const listener of listeners) listener();
}

export function stateOf(who: { userId: string; hostId: string }): "none" | "connecting" | "open" {
  const key = keyOf(who);
  if (connections.has(key)) return "open";
  return attempts.has(key) ? "connecting" : "none";
}

export function allConnections(): Connection[] {
  return [...connections.values()].flatMap((one) => [one, ...one.others]);
}

/**
 * The user's connection to a host, made if there is none. Whoever comes while it is being made waits for the same. `person`: who is asked; without
 * one it is ssh/not-connected where somebody would have to be.
 */
export async function connectTo(
  caller: Caller,
  { hostId, person, signal }: { hostId: string; person: Person | null; signal: AbortSignal },
): Promise<Connection> {
  if (!caller.actor.permissions.has("ssh_proxy")) throw new AppError("auth/forbidden");
  await findHost(caller.db, caller.actor, hostId);
  const who = { userId: userIdOf(caller.actor), hostId };
  const key = keyOf(who);
  const known = connections.get(key);
  if (known !== undefined) return reached(known, caller.actor);
  const begun = attempts.get(key);
  if (begun !== undefined) {
    return reached(await begun.done, caller.actor);
  }
  makeRoom(who.userId);
  const begin = { ...who, hostIds: new Set([hostId]), over: new AbortController() };
  const attempt = { ...begin, done: open(caller, { begun: begin, person, signal }) };
  attempts.set(key, attempt);
  tellConnections();
  try {
    return await attempt.done;
  } finally {
    if (attempts.get(key) === attempt) attempts.delete(key);
    tellConnections();
  }
}

/**
 * Ends the connections that this is said of, and those that are being made. Call it once a change of hosts, or of a user, is written: what is made
 * reads them when it can be ended by this already, so that nothing is missed between the two.
 */
export function endConnections(isConcerned: (one: Pick<Connection, "hostIds" | "userId">) => boolean): void {
  for (const [key, attempt] of attempts) {
    if (!isConcerned(attempt)) continue;
    // Whoever comes next makes another.
    attempts.delete(key);
    attempt.over.abort();
  }
  for (const connection of allConnections()) if (isConcerned(connection)) endConnection(connection);
}

/** Whether somebody is connected by way of a host, or to it, or is about to be. */
export function leadsAnywhere(id: string): boolean {
  return [...allConnections(), ...attempts.values()].some(({ hostIds }) => hostIds.has(id));
}

const mayReach = ({ isLan }: Connection, { permissions }: Actor) => !isLan || permissions.has("lan_access");

/** Throws outbound/lan. Where a user may not use it, the right was taken away a moment ago, and nothing has asked yet; a token may less than its user. */
function reached(connection: Connection, actor: Actor): Connection {
  if (mayReach(connection, actor)) return connection;
  if (actor.tokenId === null) endConnection(connection);
  throw new AppError("outbound/lan");
}

const tooMany = () => new AppError("ssh/too-many", { count: limits.sshConnections.perUser });

function makeRoom(userId: string): void {
  const isOwn = (one: { userId: string }) => one.userId === userId;
  const all = [...allConnections(), ...attempts.values()];
  const { perUser, inAll } = limits.sshConnections;
  if (all.length >= inAll || all.filter(isOwn).length >= perUser) throw tooMany();
}

type Opening = { begun: Begun; person: Person | null; signal: AbortSignal };

async function open(caller: Caller, { begun, person, signal }: Opening): Promise<Connection> {
  const { db, actor } = caller;
  const { hostId, hostIds, userId, over } = begun;
  // As it is from now on: what was read before may have been changed.
  const host = await findHost(db, actor, hostId);
  const lost = (cause?: unknown) => new AppError("ssh/lost", { host: host.name }, { cause });
  const way = await openWay(caller, {
    host,
    person,
    signal: AbortSignal.any([signal, over.signal]),
    onHost: (id) => hostIds.add(id),
  }).catch((error: unknown) => {
    throw over.signal.aborted ? lost(error) : error;
  });
  if (over.signal.aborted) {
    way.end();
    throw lost();
  }
  const connection = connectionBy(way, { hostId, hostIds, userId, name: host.name });
  const stop = recheck({
    isAllowed: async () => {
      const row = await db.sshHost.findUnique({ where: { id: hostId } });
      const mayStill = async (now: Actor) => row !== null && mayReach(connection, now) && (await mayUse(db, row, now));
      // It is the user's, whichever of their tokens made it.
      return isUserAllowed(db, { ...actor, tokenId: null }, "ssh_proxy", mayStill);
    },
    end: () => endConnection(connection),
  });
  connections.set(keyOf(connection), connection);
  // An end between the host's answer and now is told once more, as nothing can be sent.
  way.client.once("close", () => {
    stop();
    way.end();
    forget(connection);
  });
  return connection;
}

function connectionBy(way: Way, who: Pick<Connection, "hostId" | "hostIds" | "userId" | "name">): Connection {
  const { client, isLan, bytes } = way;
  const connection: Connection = {
    ...who,
    client,
    isLan,
    bytes,
    uses: 0,
    lastUsedMs: Date.now(),
    others: new Set(),
    openOther: (signal) => openOther(connection, way, signal),
  };
  return connection;
}

/** One more beside a connection, which ends with it. */
async function openOther(main: Connection, way: Way, signal: AbortSignal): Promise<Connection> {
  makeRoom(main.userId);
  const { othersPerHost, inAllPerHost } = limits.sshConnections;
  const toHost = allConnections().filter(({ hostId }) => hostId === main.hostId);
  if (main.others.size >= othersPerHost || toHost.length >= inAllPerHost) throw tooMany();
  const other = await way.again(signal);
  const { hostId, hostIds, userId, name } = main;
  const connection = connectionBy(other, { hostId, hostIds, userId, name });
  if (!isOpen(main)) {
    other.end();
    throw new AppError("ssh/lost", { host: name });
  }
  main.others.add(connection);
  main.uses++;
  other.client.once("close", () => {
    main.others.delete(connection);
    main.uses--;
    main.lastUsedMs = Date.now();
  });
  return connection;
}

const isOpen = (connection: Connection) => connections.get(keyOf(connection)) === connection;

function forget(connection: Connection): void {
  if (isOpen(connection)) connections.delete(keyOf(connection));
  for (const other of connection.others) endConnection(other);
  tellConnections();
}

/** Ends it, with all that uses it; whoever comes next makes another. */
export function endConnection(connection: Connection): void {
  const { client } = connection;
  forget(connection);
  client.end();
  // One that says nothing any more does not close by itself.
  setTimeout(() => client.destroy(), 1_000).unref();
}
