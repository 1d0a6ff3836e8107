import { z } from "zod";
import { readJsonLines } from "@/lib/server/docker/read-json-lines";

const message = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  /** Of a build: what was written. */
  stream: z.string().optional(),
  progress: z.string().optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).optional(),
  error: z.string().optional(),
});
export type DaemonMessage = z.output<typeof message>;

/** What the daemon tells of a long job; lets go of it when the signal fires. What is no such line is passed over. */
export const readMessages = (stream: unknown, signal: AbortSignal): AsyncGenerator<DaemonMessage, void> =>
  readJsonLines(stream, message, signal);
