import { z } from "zod";
import { recordingStops } from "@/lib/shared/terminals";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const recording = z.object({
  id,
  /** Whose terminal it was; the user may be gone. */
  username: z.string(),
  /** The shell's program, its account, or the machine or container that the terminal was on. */
  program: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  sizeBytes: z.number(),
  isRunning: z.boolean(),
  /** Why it ended before its terminal; null: it did not. */
  stopped: z.enum(recordingStops).nullable(),
});
export type RecordingInfo = z.output<typeof recording>;

/** Whoever may set up terminals is asked for; that it is an administrator, too, the services ask. */
const access = "pty_cmd_update";

export const recordings = {
  listRecordings: endpoint({
    method: "GET",
    path: "terminal/recordings",
    access,
    token: false,
    summary: "List recordings of terminals, newest first, up to 200 per page. For administrators.",
    input: z.object({
      before: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      username: z.string().max(64).optional(),
    }),
    output: lists({ recordings: z.array(recording), next: z.number().nullable() }),
  }),
  playRecording: endpoint({
    method: "GET",
    path: "terminal/recordings/play",
    access,
    token: false,
    bytes: true,
    // What it shows may be anybody's secrets: who has seen it is written down.
    audit: true,
    summary: "Get a recording to play it: asciicast version 2. For administrators.",
    input: z.object({ id }),
    output: z.unknown(),
  }),
  ticketRecording: endpoint({
    method: "POST",
    path: "terminal/recordings/ticket",
    access,
    token: false,
    audit: false,
    summary: "Get a ticket with which the browser downloads a recording.",
    input: z.object({ id }),
    output: z.object({ ticket: z.string() }),
  }),
  downloadRecording: endpoint({
    method: "GET",
    path: "terminal/recordings/download",
    access,
    token: false,
    bytes: true,
    audit: true,
    summary: "Download a recording as a .cast file. For administrators.",
    input: z.object({ id, token: z.string().max(4096).optional() }),
    output: z.unknown(),
  }),
  deleteRecording: endpoint({
    method: "POST",
    path: "terminal/recordings/delete",
    access,
    token: false,
    summary: "Delete a recording that has ended. For administrators.",
    input: z.object({ id }),
    output: empty,
  }),
};
