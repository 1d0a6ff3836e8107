import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import { trustKeyCode } from "@/lib/contracts/audited-actions";
import { AppError } from "@/lib/shared/errors";
import { maxJumps } from "@/lib/shared/ssh-hosts";
import type { Db } from "@/lib/server/db/open-db";
import type { Reach } from "@/lib/server/outbound/resolve-target";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { connectClient, type InHand } from "./connect-client";
import { credentialsOf, keepPassword } from "./credentials";
import { dial, isLanSocket } from "./dial";
import { addressOf, type HostRow } from "./hosts";
import type { Person } from "./person";
import { recordSsh } from "./record-ssh";

/** A way to a host: signed in there, through all hosts that lead to it. */
export type Way = {
  readonly client: Client;
  /** The first host is in the local network. */
  readonly isLan: boolean;
  /** Bytes that went over the line until now. */
  readonly bytes: () => number;
  /** Hosts on the way are left with it. */
  readonly end: () => void;
  /** Another to the very same host, which shows the same key, signed in at with what is in hand: nobody is asked. It ends with this one at the latest. */
  readonly again: (signal: AbortSignal) => Promise<Way>;
};

type Opening = {
  host: HostRow;
  person: Person | null;
  signal: AbortSignal;
  /** Told of each host on the way before it is read. */
  onHost: (id: string) => void;
};

/** Throws whatever {@link connectClient} and {@link dial} do, and ssh/jump. */
export async function openWay(
  { db, actor }: { db: Db; actor: Actor },
  { host, person, signal, onHost }: Opening,
): Promise<Way> {
  const userId = userIdOf(actor);
  const hops: Client[] = [];
  let line: Line | null = null;
  let first: Line | null = null;
  try {
    let inHand: InHand | null = null;
    const owner = await db.user.findUnique({ where: { id: userId }, select: { resetAt: true } });
    const way = await hostsTo(db, host, onHost);
    for (const hop of way) {
      const reach = { lan: actor.permissions.has("lan_access"), holder: userId };
      line = await openLine({ from: hops.at(-1) ?? null, to: hop, reach, signal });
      first ??= line;
      let kept: string | null = null;
      const connected = await connectClient({
        db,
        host: hop,
        sock: line.sock,
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
      if (kept !== null && hop.userId === userId && owner !== null)
        await keepPassword({ db, actor }, { way, hop, resetAt: owner.resetAt, password: kept });
      hops.push(connected.client);
      inHand = connected.inHand;
    }
    const client = hops.at(-1);
    if (client === undefined || first === null || inHand === null) throw new AppError("ssh/jump", { host: host.name });
    const { isLan } = first;
    const again = openAgain({ db, host, from: hops.at(-2) ?? null, reach: { lan: isLan, holder: userId }, inHand });
    return { client, isLan, bytes: countBytes(first.sock), end: () => hops.forEach((hop) => hop.destroy()), again };
  } catch (error) {
    for (const hop of hops) hop.destroy();
    line?.sock.destroy();
    throw error;
  }
}

type Again = { db: Db; host: HostRow; from: Client | null; reach: Reach; inHand: InHand };

function openAgain(options: Again): Way["again"] {
  const { db, host, from, reach, inHand } = options;
  return async (signal) => {
    const { sock, isLan } = await openLine({ from, to: host, reach, signal });
    try {
      const { client } = await connectClient({
        db,
        host,
        sock,
        person: null,
        mayTrust: false,
        onTrust: () => Promise.resolve(),
        credentials: inHand.credentials,
        trusted: inHand.hostKey,
        onKeep: () => {},
        signal,
      });
      return { client, isLan, bytes: countBytes(sock), end: () => client.destroy(), again: openAgain(options) };
    } catch (error) {
      sock.destroy();
      throw error;
    }
  };
}

type Line = { sock: Duplex; isLan: boolean };
type LineTo = { from: Client | null; to: HostRow; reach: Reach; signal: AbortSignal };

async function openLine({ from, to: { address, port, name }, reach, signal }: LineTo): Promise<Line> {
  if (from !== null) return { sock: await passThrough(from, { address, port, name, signal }), isLan: false };
  const sock = await dial({ address, port, reach, signal });
  return { sock, isLan: isLanSocket(sock) };
}

/** Of a stream that is being read: what it brings through another host's connection, and all of a socket. */
function countBytes(sock: Duplex): () => number {
  if (sock instanceof Socket) return () => sock.bytesRead + sock.bytesWritten;
  let count = 0;
  sock.on("data", (bytes: Buffer) => (count += bytes.length));
  return () => count;
}

/** The hosts by which it is reached, and itself. */
async function hostsTo(db: Db, host: HostRow, onHost: Opening["onHost"]): Promise<HostRow[]> {
  const way = [host];
  for (let { jumpId } = host; jumpId !== null;) {
    onHost(jumpId);
    const jump = await db.sshHost.findUnique({ where: { id: jumpId } });
    const isUsable = jump !== null && jump.userId === host.userId && !way.some(({ id }) => id === jump.id);
    if (!isUsable || way.length > maxJumps) throw new AppError("ssh/jump", { host: host.name });
    way.unshift(jump);
    ({ jumpId } = jump);
  }
  return way;
}

function passThrough(
  client: Client,
  { address, port, name, signal }: Pick<HostRow, "address" | "port" | "name"> & { signal: AbortSignal },
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new AppError("request/cancelled"));
    if (signal.aborted) {
      cancel();
      return;
    }
    signal.addEventListener("abort", cancel, { once: true });
    client.forwardOut("127.0.0.1", 0, address, port, (error, stream) => {
      signal.removeEventListener("abort", cancel);
      if (error !== undefined) reject(new AppError("ssh/jump", { host: name }, { cause: error }));
      // Nobody waits for it any more.
      else if (signal.aborted) stream.destroy();
      else resolve(stream);
    });
  });
}
