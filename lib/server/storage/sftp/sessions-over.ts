import type { Client } from "ssh2";
import type { Asker } from "@/lib/server/storage/adapter";
import { createSftpSession } from "./create-sftp-session";
import type { SftpSession } from "./protocol/sftp-session";
import type { OpenSftp } from "./sftp-host";

/** A connection to a saved host, by the account of whoever asks, or without anybody by its owner's. Asked each time, of the rights of now. Rejects with an AppError when somebody would have to be asked. */
export type ConnectHost = (hostId: string, asker: Asker | null) => Promise<Pick<Client, "subsys">>;

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

  return async (hostId, asker) => sessionOn(await connect(hostId, asker));
}
