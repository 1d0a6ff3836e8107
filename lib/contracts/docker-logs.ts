import { z } from "zod";
import { channel } from "./channel";
import { containerName, seeing } from "./docker-fields";
import { endpoint } from "./endpoint";

/** Docker's own time of a line, to the nanosecond: no two lines have the same, and it says where to go on. */
const logTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/, { message: "must be a time of a log" });

const logLine = z.object({
  /** As {@link logTime}; empty where the daemon told none. */
  at: z.string(),
  /** Of stderr. */
  err: z.boolean(),
  /** Without the end of the line; with what colours it. */
  text: z.string(),
  /** There was more of it. */
  cut: z.boolean(),
});
export type LogLine = z.output<typeof logLine>;

export const logLimits = { page: 2_000, known: 200_000, line: 8 * 1024 };

const milliseconds = z.coerce.number().int().min(0);
const range = { since: milliseconds.optional(), until: milliseconds.optional() };

/** Part of the docker contract. */
export const dockerLogs = {
  readContainerLog: endpoint({
    method: "GET",
    path: "docker/containers/{id}/log",
    direct: true,
    access: seeing,
    summary:
      "Get the last lines that a container has written, up to 2,000, the oldest first: all, those of a time, or those before a line. Searching a long log for a time takes Docker a while; what it hasn’t found within 20 seconds is left out.",
    input: z.object({
      id: containerName,
      ...range,
      before: logTime.optional(),
      /** How many lines there are from that line on, as far as known: Docker counts from the end. */
      known: z.coerce.number().int().min(0).max(logLimits.known).default(0),
      limit: z.coerce.number().int().min(1).max(logLimits.page).default(500),
    }),
    output: z.object({ lines: z.array(logLine), has_more: z.boolean() }),
  }),
  ticketContainerLog: endpoint({
    method: "POST",
    path: "docker/containers/{id}/log/ticket",
    access: seeing,
    audit: false,
    token: false,
    summary: "Get a ticket with which the browser downloads the log of a container.",
    input: z.object({ id: containerName }),
    output: z.object({ ticket: z.string() }),
  }),
  downloadContainerLog: endpoint({
    method: "GET",
    path: "docker/containers/{id}/log/download",
    access: seeing,
    bytes: true,
    audit: true,
    summary:
      "Download all that a container has written, or what it has written in a time, as text with the time of each line.",
    input: z.object({ id: containerName, ...range, ticket: z.string().max(4096).optional() }),
    output: z.unknown(),
  }),
};

export const dockerLogChannels = {
  log: channel({
    name: "docker/log",
    access: seeing,
    summary:
      "What a container writes from now on, or after a line. A reader who can’t keep up is told how many lines were left out. It goes on when the container is started again, and ends when there is none by this name any more.",
    open: z.object({
      id: containerName,
      after: logTime.optional(),
      /** How many lines of that time are known: of Podman's all of a second have the same. */
      same: z.number().int().min(0).max(logLimits.known).default(1),
    }),
    up: null,
    down: z.object({
      lines: z.array(logLine),
      /** Left out before these. */
      skipped: z.number(),
      /** What happened before these lines; null: nothing. */
      event: z
        .object({
          /** `replaced`: another container has the name now, and all that it has written follows. */
          kind: z.enum(["stopped", "restarted", "replaced"]),
          at: z.number(),
        })
        .nullable(),
    }),
    highWaterBytes: 512 * 1024,
  }),
};
