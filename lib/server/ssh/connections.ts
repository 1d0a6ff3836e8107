import type { Client } from "ssh2";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { findHost, mayUse, type HostRow } from "./hosts";
import { openWay, type Way } from "./open-way";
import type { Person } from "./person";

/** A user's connection to a host, which terminals, files and forwards share. */
export type Connection = {
  readonly hostId: string;
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
type Attempt = { readonly hostId: string; readonly userId: string; readonly done: Promise<Connection> };

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
  const host = await findHost(caller.db, caller.actor, hostId);
  const who = { userId: userIdOf(caller.actor), hostId };
  const key = keyOf(who);
  const known = connections.get(key);
  if (known !== undefined) return mayReach(known, caller.actor) ? known : lose(known);
  const begun = attempts.get(key);
  if (begun !== undefined) {
    const made = await begun.done;
    return mayReach(made, caller.actor) ? made : lose(made);
  }
  makeRoom(who.userId);
  const done = open(caller, { host, person, signal });
  attempts.set(key, { ...who, done });
  tellConnections();
  try {
    return await done;
  } finally {
    attempts.delete(key);
    tellConnections();
  }
}

const mayReach = ({ isLan }: Connection, { permissions }: Actor) => !isLan || permissions.has("lan_access");

/** The right was taken away a moment ago, and nothing has asked yet. */
function lose(connection: Connection): never {
  endConnection(connection);
  throw new AppError("outbound/lan");
}

const tooMany = () => new AppError("ssh/too-many", { count: limits.sshConnections.perUser });

function makeRoom(userId: string): void {
  const isOwn = (one: { userId: string }) => one.userId === userId;
  const all = [...allConnections(), ...attempts.values()];
  const { perUser, inAll } = limits.sshConnections;
  if (all.length >= inAll || all.filter(isOwn).length >= perUser) throw tooMany();
}

type Opening = { host: HostRow; person: Person | null; signal: AbortSignal };

async function open(caller: Caller, { host, person, signal }: Opening): Promise<Connection> {
  const way = await openWay(caller, { host, person, signal });
  const { db, actor } = caller;
  const connection = connectionBy(way, { hostId: host.id, userId: userIdOf(actor), name: host.name });
  const stop = recheck({
    isAllowed: async () => {
      const row = await db.sshHost.findUnique({ where: { id: host.id } });
      const mayStill = async (now: Actor) => row !== null && mayReach(connection, now) && (await mayUse(db, row, now));
      return isUserAllowed(db, actor, "ssh_proxy", mayStill);
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

function connectionBy(way: Way, who: Pick<Connection, "hostId" | "userId" | "name">): Connection {
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
  const { hostId, userId, name } = main;
  const connection = connectionBy(other, { hostId, userId, name });
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
