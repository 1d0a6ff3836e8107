import { StringDecoder } from "node:string_decoder";
import type { z } from "zod";

const longestLine = 1024 * 1024;

type Answer = AsyncIterable<Buffer | string> & { destroy?: () => void };

/** What the daemon tells, a line of JSON each; lets go of it when the signal fires. What does not fit the schema is passed over, and so is what is longer than 1 MiB. */
export async function* readJsonLines<T>(
  stream: unknown,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const answer = stream as Answer; // of Node's http, whatever the package calls it
  const stop = () => answer.destroy?.();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // A character may lie in two pieces.
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of answer) {
      rest += typeof chunk === "string" ? chunk : decoder.write(chunk);
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) rest = "";
      for (const line of lines) {
        const parsed = parse(line, schema);
        if (parsed !== null) yield parsed;
      }
    }
    const last = parse(rest, schema);
    if (last !== null) yield last;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function parse<T>(line: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
