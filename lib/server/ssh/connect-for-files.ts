import type { Client } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { findActorNow } from "@/lib/server/session/find-actor";
import type { Asker } from "@/lib/server/storage/adapter";
import { connectTo } from "./connections";
import { sftpClientFor } from "./open-session";

/** Nobody waits longer for a list of files. */
const connectMs = 30_000;

/**
 * The connection over which storage reaches a host's files: the user's, as far as whoever asks may use it now; without anybody its owner's. Throws ssh/not-connected where
 * somebody would have to be asked.
 */
export async function connectForFiles(hostId: string, asker: Asker | null): Promise<Pick<Client, "subsys">> {
  const { db, log } = getApp();
  const owner =
    asker === null ? await db.sshHost.findUnique({ where: { id: hostId }, select: { userId: true } }) : null;
  const actor = await findActorNow(db, asker ?? { userId: owner?.userId ?? null, tokenId: null });
  if (actor === null) throw new AppError("file/not-found");
  const signal = AbortSignal.timeout(connectMs);
  const connection = await connectTo({ db, actor, log }, { hostId, person: null, signal });
  connection.lastUsedMs = Date.now();
  return sftpClientFor(connection);
}
