import type { Client } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import { connectTo } from "./connections";
import { sftpClientFor } from "./open-session";

/** Nobody waits longer for a list of files. */
const connectMs = 30_000;

/** The connection over which storage reaches a host's files: the user's; without a user its owner's. Throws ssh/not-connected where somebody would have to be asked. */
export async function connectForFiles(hostId: string, userId: string | null): Promise<Pick<Client, "subsys">> {
  const { db, log } = getApp();
  const id = userId ?? (await db.sshHost.findUnique({ where: { id: hostId }, select: { userId: true } }))?.userId;
  const actor = id === undefined ? null : await findUserActor(db, id);
  if (actor === null) throw new AppError("file/not-found");
  const signal = AbortSignal.timeout(connectMs);
  const connection = await connectTo({ db, actor, log }, { hostId, person: null, signal });
  connection.lastUsedMs = Date.now();
  return sftpClientFor(connection);
}
