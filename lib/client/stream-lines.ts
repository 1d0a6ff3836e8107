import type { Endpoint, InputOf, OutputOf } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import { fetchStream } from "./fetch-stream";
import type { Route } from "./routes";

type Options<T> = { signal: AbortSignal; onLines: (lines: T[]) => void };

/** Calls an endpoint that answers a JSON object per line and hands them over as they come. Throws AppError as a call does. */
export async function streamLines<E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  { signal, onLines }: Options<OutputOf<E>>,
): Promise<void> {
  const { stream } = await fetchStream(route, input, { signal, type: "application/x-ndjson" });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) onLines(lines.map((line) => JSON.parse(line) as OutputOf<E>)); // as the contract says
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AppError("network", {}, { cause: error });
  }
}
