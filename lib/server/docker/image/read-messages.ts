import { z } from "zod";

const longestLine = 1024 * 1024;

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

type Answer = AsyncIterable<Buffer | string> & { destroy?: () => void };

/** What the daemon tells of a long job, a line of JSON each; lets go of it when the signal fires. What is no such line is passed over. */
export async function* readMessages(stream: unknown, signal: AbortSignal): AsyncGenerator<DaemonMessage, void> {
  const answer = stream as Answer; // of Node's http, whatever the package calls it
  const stop = () => answer.destroy?.();
  signal.addEventListener("abort", stop, { once: true });
  let rest = "";
  try {
    for await (const chunk of answer) {
      rest += chunk.toString();
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) rest = "";
      for (const line of lines) {
        const parsed = parse(line);
        if (parsed !== null) yield parsed;
      }
    }
    const last = parse(rest);
    if (last !== null) yield last;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function parse(line: string): DaemonMessage | null {
  try {
    return message.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
