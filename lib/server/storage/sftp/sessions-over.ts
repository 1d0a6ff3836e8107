import type { Client } from "ssh2";
import { createSftpSession } from "./create-sftp-session";
import type { SftpSession } from "./protocol/sftp-session";
import type { OpenSftp } from "./sftp-host";

/** A connection to a saved host, by a user's account, or without a user by its owner's. Rejects with an AppError when somebody would have to be asked. */
export type ConnectHost = (hostId: string, userId: string | null) => Promise<Pick<Client, "subsys">>;

/** Sessions over connections that others make: one for each, as long as it lasts. */
export function sessionsOver(connect: ConnectHost): OpenSftp {
  const sessions = new WeakMap<object, Promise<SftpSession>>();

  async function sessionOn(client: Pick<Client, "subsys">): Promise<SftpSession> {
    const begun = sessions.get(client);
    const known = await begun?.catch(() => null);
    if (known?.isEnded === false) return known;
    // Somebody else has begun another meanwhile.
    if (sessions.get(client) !== begun) return sessionOn(client);
    const opening = createSftpSession(client);
    sessions.set(client, opening);
    return opening;
  }

  return async (hostId, userId) => sessionOn(await connect(hostId, userId));
}
