import type { Client } from "ssh2";
import { isAppError } from "@/lib/shared/errors";
import { refusalOf } from "@/lib/server/base/ssh-refusal";
import type { Connection } from "./connections";

/** A host that let no other connection in is not asked again for so long. */
const pauseMs = 60_000;
const connectMs = 20_000;

const opening = new WeakMap<Connection, Promise<Connection>>();
const refusedAtMs = new WeakMap<Connection, number>();

const isFull = (error: unknown) => isAppError(error) && error.key === "ssh/too-many-sessions";

/**
 * Opens a session on a connection. Where the host allows no more of them on one (MaxSessions), it is opened on another connection of the same user, for which nobody
 * is asked anything. Throws whatever `open` does: ssh/too-many-sessions where there can be no other connection.
 */
export async function openSession<T>(connection: Connection, open: (one: Connection) => Promise<T>): Promise<T> {
  const tried = new Set<Connection>();
  let refusal: unknown = null;
  do {
    const untried = [connection, ...connection.others].filter((one) => !tried.has(one));
    for (const one of untried) {
      tried.add(one);
      try {
        return await open(one);
      } catch (error) {
        if (!isFull(error)) throw error;
        refusal = error;
      }
    }
  } while (await addConnection(connection, tried));
  throw refusal;
}

/** Whether there is a connection that was not tried. */
async function addConnection(main: Connection, tried: ReadonlySet<Connection>): Promise<boolean> {
  if ([...main.others].some((one) => !tried.has(one))) return true;
  if (Date.now() - (refusedAtMs.get(main) ?? -Infinity) < pauseMs) return false;
  const begun = opening.get(main) ?? main.openOther(AbortSignal.timeout(connectMs));
  opening.set(main, begun);
  try {
    return !tried.has(await begun);
  } catch {
    refusedAtMs.set(main, Date.now());
    return false;
  } finally {
    opening.delete(main);
  }
}

type SftpClient = Pick<Client, "subsys">;
const sftpClients = new WeakMap<Connection, SftpClient>();

/** What SFTP sessions of a connection are opened with: the same for as long as the connection lasts. */
export function sftpClientFor(connection: Connection): SftpClient {
  const known = sftpClients.get(connection);
  if (known !== undefined) return known;
  const client: SftpClient = {
    subsys(name, took) {
      const start = (one: Connection) =>
        new Promise<Parameters<typeof took>[1]>((resolve, reject) => {
          one.client.subsys(name, (error, channel) => {
            one.lastUsedMs = Date.now();
            if (error === undefined) resolve(channel);
            else reject(refusalOf(error) ?? error);
          });
        });
      void openSession(connection, start).then(
        (channel) => took(undefined, channel),
        (error: Error) => took(error, undefined as never), // there is none, as with ssh2's own
      );
      return connection.client;
    },
  };
  sftpClients.set(connection, client);
  return client;
}
