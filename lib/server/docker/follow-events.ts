import { askDocker } from "./ask-docker";
import { pause } from "./pause";

type EventType = "container" | "image" | "volume" | "network";

const againMs = 1_000;

/**
 * Calls `happened` for what the daemon tells of things of this type, when it begins to, and when it is there again after it was not, until the returned function is called. Without
 * the events nothing is missed but time: what is followed is also read now and then. `only`: these events alone, as the daemon calls them.
 */
export function followEvents(type: EventType, happened: () => void, only: readonly string[] = []): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  void follow({ type: [type], ...(only.length === 0 ? {} : { event: [...only] }) }, happened, signal); // never rejects
  return () => stop.abort();
}

type Filters = { type: EventType[]; event?: string[] };

async function follow(filters: Filters, happened: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const stream = await askDocker("", (docker) => docker.getEvents({ filters }));
      // What came before is told by nobody.
      happened();
      // What is read is not parsed: that something happened is all that counts.
      await new Promise<void>((resolve) => {
        const end = () => {
          if ("destroy" in stream && typeof stream.destroy === "function") stream.destroy();
          resolve();
        };
        stream.on("data", happened);
        for (const event of ["end", "close", "error"] as const) stream.once(event, end);
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted) end();
      });
      happened();
    } catch {
      // The reading itself says what is wrong.
    }
    if (!signal.aborted) await pause(againMs, signal);
  }
}
