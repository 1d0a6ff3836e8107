import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import { sendOpened } from "@/lib/server/entries/send-file";
import type { Exchange } from "@/lib/server/http/exchange";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import type { Wire } from "@/lib/server/http/wire";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { makeTicket } from "@/lib/server/session/ticket";
import { recordingFolderIn } from "@/lib/server/storage/recording-folder";
import { assertAdministrator, findRecording } from "./recordings";

/** What a ticket is signed for. */
const ticketPath = (id: string) => `recording:${id}`;

export const playRecording: ByteService<typeof terminalContract.playRecording> = ({ id }, ctx, wire) =>
  send(id, ctx, wire);

export const downloadRecording: ByteService<typeof terminalContract.downloadRecording> = ({ id }, ctx, wire) =>
  send(id, ctx, wire);

export const ticketRecording: Service<typeof terminalContract.ticketRecording> = ({ id }, { actor }) => {
  assertAdministrator(actor);
  if (actor.sessionId === null) throw new AppError("auth/forbidden", { permission: "session" });
  return Promise.resolve({ ticket: makeTicket(getApp().keys, actor.sessionId, [ticketPath(id)]).ticket });
};

/** Of a download's address. */
export function recordingTicketOf({ query }: Exchange): { ticket: string; paths: readonly string[] } | undefined {
  const valueOf = (wanted: string) => query.find(([name]) => name === wanted)?.[1];
  const ticket = valueOf("token");
  return ticket === undefined ? undefined : { ticket, paths: [ticketPath(valueOf("id") ?? "")] };
}

/** Asked while bytes are on their way: the permission alone would not say it. */
export async function isStillAdministrator(_: unknown, { actor, db }: Ctx): Promise<boolean> {
  return (await findActorNow(db, actor))?.isRoot === true;
}

async function send(id: string, ctx: Ctx, wire: Wire): Promise<void> {
  const { username, program, startedAt } = await findRecording(ctx, id);
  const time = startedAt.toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `${username} ${program} ${time}.cast`.replaceAll("/", "_");
  const folder = recordingFolderIn(getApp().env.dataDir);
  await sendOpened({ name, isInline: false, open: () => folder.open(id) }, ctx, wire);
}
