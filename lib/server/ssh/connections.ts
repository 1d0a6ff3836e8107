import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import type { Logger } from "pino";
import { trustKeyCode } from "@/lib/contracts/audited-actions";
import { AppError } from "@/lib/shared/errors";
import { maxJumps } from "@/lib/shared/ssh-hosts";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { connectClient } from "./connect-client";
import { credentialsOf, keepPassword } from "./credentials";
import { dial, isLanSocket } from "./dial";
import { addressOf, findHost, mayUse, type HostRow } from "./hosts";
import type { Person } from "./person";
import { recordSsh } from "./record-ssh";

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
  return [...connections.values()];
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

function makeRoom(userId: string): void {
  const isOwn = (one: { userId: string }) => one.userId === userId;
  const all = [...connections.values(), ...attempts.values()];
  const { perUser, inAll } = limits.sshConnections;
  if (all.length >= inAll || all.filter(isOwn).length >= perUser)
    throw new AppError("ssh/too-many", { count: perUser });
}

type Opening = { host: HostRow; person: Person | null; signal: AbortSignal };

async function open(caller: Caller, { host, person, signal }: Opening): Promise<Connection> {
  const { db, actor } = caller;
  const userId = userIdOf(actor);
  const way = await wayTo(db, host);
  const hops: Client[] = [];
  let bytes = () => 0;
  let sock: Duplex | null = null;
  let isLan = false;
  try {
    for (const [index, hop] of way.entries()) {
      const last = hops.at(-1);
      if (last === undefined) {
        const reach = { lan: actor.permissions.has("lan_access") };
        const socket = await dial({ address: hop.address, port: hop.port, reach, signal });
        bytes = () => socket.bytesRead + socket.bytesWritten;
        isLan = isLanSocket(socket);
        sock = socket;
      } else sock = await passThrough(last, hop);
      let kept: string | null = null;
      const client = await connectClient({
        db,
        host: hop,
        sock,
        person,
        mayTrust: hop.userId === userId,
        onTrust: ({ fingerprint }) => {
          const target = `${hop.name} (${addressOf(hop)}): ${fingerprint}`;
          return recordSsh({ db, actor }, { action: trustKeyCode, target, outcome: "success" });
        },
        credentials: credentialsOf(hop, { db, actor, person, signal }),
        onKeep: (password) => (kept = password),
        signal,
      });
      if (kept !== null && hop.userId === userId) await keepPassword(db, hop, kept);
      hops.push(client);
      if (index === way.length - 1) break;
    }
  } catch (error) {
    for (const hop of hops) hop.destroy();
    sock?.destroy();
    throw error;
  }
  const client = hops.at(-1);
  if (client === undefined) throw new AppError("ssh/jump", { host: host.name });
  const connection: Connection = {
    hostId: host.id,
    userId,
    name: host.name,
    client,
    isLan,
    uses: 0,
    lastUsedMs: Date.now(),
    bytes,
  };
  keep(connection, { caller, hops });
  return connection;
}

function keep(
  connection: Connection,
  { caller: { db, actor }, hops }: { caller: Caller; hops: readonly Client[] },
): void {
  const key = keyOf(connection);
  const { client, hostId } = connection;
  const stop = recheck({
    isAllowed: async () => {
      const row = await db.sshHost.findUnique({ where: { id: hostId } });
      return (
        row !== null &&
        mayUse(row, actor) &&
        (await isUserAllowed(db, actor, "ssh_proxy", (now) => mayReach(connection, now)))
      );
    },
    end: () => endConnection(connection),
  });
  connections.set(key, connection);
  // An end between the host's answer and now is told once more, as nothing can be sent.
  client.once("close", () => {
    stop();
    for (const hop of hops) hop.destroy();
    forget(connection);
  });
}

function forget(connection: Connection): void {
  const key = keyOf(connection);
  if (connections.get(key) === connection) connections.delete(key);
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

/** The hosts by which it is reached, and itself. */
async function wayTo(db: Db, host: HostRow): Promise<HostRow[]> {
  const way = [host];
  for (let { jumpId } = host; jumpId !== null;) {
    const jump = await db.sshHost.findUnique({ where: { id: jumpId } });
    const isUsable = jump !== null && jump.userId === host.userId && !way.some(({ id }) => id === jump.id);
    if (!isUsable || way.length > maxJumps) throw new AppError("ssh/jump", { host: host.name });
    way.unshift(jump);
    ({ jumpId } = jump);
  }
  return way;
}

function passThrough(client: Client, { address, port, name }: HostRow): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    client.forwardOut("127.0.0.1", 0, address, port, (error, stream) => {
      if (error === undefined) resolve(stream);
      else reject(new AppError("ssh/jump", { host: name }, { cause: error }));
    });
  });
}
