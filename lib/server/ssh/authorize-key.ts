import type { sshContract } from "@/lib/contracts/ssh";
import { findOwnKey } from "@/lib/server/crypto/stored-keys";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { authorizeLine } from "@/lib/server/storage/sftp/authorize-line";
import { createSftpSession } from "@/lib/server/storage/sftp/create-sftp-session";
import { connectTo } from "./connections";
import { assertWholeHost } from "./host-roots";
import { findHost } from "./hosts";
import { sftpClientFor } from "./open-session";

/** By SFTP and not by a command: nothing there depends on which shell the account has. */
export const authorizeKey: Service<typeof sshContract.authorizeKey> = async ({ id, key_id: keyId }, ctx) => {
  const { db, actor, signal, about } = ctx;
  const key = await findOwnKey(db, { id: keyId, userId: userIdOf(actor) });
  const host = await findHost(db, actor, id);
  about(`${key.name} → ${host.name}`);
  assertWholeHost(host, actor);
  const connection = await connectTo(ctx, { hostId: id, person: null, signal });
  connection.uses++;
  try {
    const session = await createSftpSession(sftpClientFor(connection));
    try {
      return { is_new: await authorizeLine(session, { home: await session.realpath("."), line: key.publicKey }) };
    } finally {
      session.end();
    }
  } finally {
    connection.uses--;
    connection.lastUsedMs = Date.now();
  }
};
