/** What has been seen stays for so long, for whoever seeks back a little. */
const behindS = 30;
/** The server adds it to all times (lib/server/media/play-plan.ts). */
const offsetS = 10;
/** Between two parts that belong together. */
const gapS = 0.3;

/** What is loaded of a film: changes of it come one after the other, as browsers want them. */
export function createBufferLine(source: MediaSource, player: HTMLMediaElement) {
  let buffer: SourceBuffer | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const done = tail.then(work);
    tail = done.catch(() => {}); // whoever waits for it is told
    return done;
  };
  /** One change, to its end. */
  const change = (buffered: SourceBuffer, begin: () => void) =>
    new Promise<void>((resolve, reject) => {
      buffered.addEventListener("updateend", () => resolve(), { once: true });
      buffered.addEventListener("error", () => reject(new Error("the browser cannot read it")), { once: true });
      begin();
    });
  const ranges = () => {
    if (buffer === null || source.readyState === "closed") return [];
    const { buffered } = buffer;
    return Array.from({ length: buffered.length }, (_, at) => ({ from: buffered.start(at), to: buffered.end(at) }));
  };
  const rangeAt = (seconds: number) => ranges().find(({ from, to }) => seconds >= from - gapS && seconds < to);

  /** Where the player is now, or elsewhere. */
  const moved = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const over = new AbortController();
      const go = () => {
        over.abort();
        resolve();
      };
      for (const event of ["timeupdate", "seeking"]) player.addEventListener(event, go, { signal: over.signal });
      const stop = () => reject(new DOMException("over", "AbortError"));
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { signal: over.signal });
    });
  const dropSeen = async (buffered: SourceBuffer, keptS: number) => {
    const from = ranges()[0]?.from ?? Infinity;
    const to = player.currentTime - keptS;
    if (from < to - 1) await change(buffered, () => buffered.remove(from, to));
  };

  return {
    moved,
    isLoaded: (seconds: number) => rangeAt(seconds) !== undefined,
    isNear: (seconds: number, withinS: number) =>
      ranges().some(({ from, to }) => seconds >= from && seconds < to + withinS),
    aheadS: () => (rangeAt(player.currentTime)?.to ?? player.currentTime) - player.currentTime,

    /** Another part of the film follows: what was loaded is dropped. */
    begin: (type: string, { durationS, signal }: { durationS: number | null; signal: AbortSignal }) =>
      inLine(async () => {
        signal.throwIfAborted();
        if (buffer === null) {
          buffer = source.addSourceBuffer(type);
          source.duration = durationS ?? Infinity;
        } else {
          const buffered = buffer;
          await change(buffered, () => buffered.remove(0, Infinity));
          buffer.abort();
        }
        buffer.timestampOffset = -offsetS;
      }),

    /** Waits while the browser has no room. */
    append: (bytes: Uint8Array, signal: AbortSignal) =>
      inLine(async () => {
        for (;;) {
          signal.throwIfAborted();
          const buffered = buffer;
          if (buffered === null) return;
          await dropSeen(buffered, behindS);
          try {
            await change(buffered, () => buffered.appendBuffer(bytes.slice()));
            return;
          } catch (error) {
            if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
            await dropSeen(buffered, 1);
            await moved(signal);
          }
        }
      }),

    finish: (signal: AbortSignal) =>
      inLine(async () => {
        signal.throwIfAborted();
        if (source.readyState === "open") source.endOfStream();
      }),
  };
}
