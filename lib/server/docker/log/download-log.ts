import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { admitContainer } from "@/lib/server/docker/admit-container";
import type { Exchange } from "@/lib/server/http/exchange";
import type { ByteService } from "@/lib/server/http/route";
import { sent, writeOut } from "@/lib/server/http/send-bytes";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { makeTicket } from "@/lib/server/session/ticket";
import { createLogLines, longestLine } from "./log-lines";
import { openLog, secondsOfMs } from "./open-log";

/** What a ticket is signed for: this container's log, by the name or id that is asked for. */
const ticketPath = (id: string) => `docker-log/${id}`;

export const ticketContainerLog: Service<typeof dockerContract.ticketContainerLog> = async ({ id }, { actor }) => {
  if (actor.sessionId === null) throw new AppError("auth/forbidden", { permission: "session" });
  await admitContainer(actor, id, "logs");
  return { ticket: makeTicket(getApp().keys, actor.sessionId, [ticketPath(id)]).ticket };
};

/** Of a download's address. */
export function logTicketOf({ query, pathname }: Exchange): { ticket: string; paths: readonly string[] } | undefined {
  const ticket = query.find(([name]) => name === "ticket")?.[1];
  const id = /\/docker\/containers\/([^/]+)\/log\/download$/.exec(pathname)?.[1];
  return ticket === undefined || id === undefined ? undefined : { ticket, paths: [ticketPath(decodeURIComponent(id))] };
}

/** As it is, in the order in which Docker tells it, as fast as the reader takes it. */
export const downloadContainerLog: ByteService<typeof dockerContract.downloadContainerLog> = async (
  { id, since, until },
  { actor, signal, about },
  { res },
) => {
  const admitted = await admitContainer(actor, id, "logs");
  about(admitted.name);
  const stream = await openLog(admitted, {
    follow: false,
    signal,
    ...(since === undefined ? {} : { since: secondsOfMs(since) }),
    ...(until === undefined ? {} : { until: secondsOfMs(until) }),
  });
  res.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${admitted.name.replaceAll(/[^\w.-]/g, "_")}.log"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  let text = "";
  const feed = createLogLines({
    hasTty: admitted.inspected.Config.Tty,
    most: longestLine,
    // With its sequences, and where something of it is missing, that is said.
    hear: ({ at, text: line, cut }) => (text += `${at}${at === "" ? "" : " "}${line}${cut ? " […]" : ""}\n`),
  });
  try {
    for await (const chunk of stream) {
      feed(chunk as Buffer); // a byte stream
      if (text !== "" && !(await writeOut(res, text, signal))) return;
      text = "";
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return;
  }
  res.end();
  await sent(res);
};
