import { createBufferLine } from "./buffer-line";

type Options = {
  /** The film from this second on, as the server converts it. */
  fetchFrom: (seconds: number, signal: AbortSignal) => Promise<{ type: string; body: ReadableStream<Uint8Array> }>;
  durationS: number | null;
  /** Where it begins. */
  fromS: number;
  onTrouble: (error: unknown) => void;
};

/** So much is loaded ahead: the server’s program waits meanwhile. */
const aheadS = 30;
/** What comes within so short a time is waited for when somebody seeks. */
const soonS = 3;
/** The frame before the one asked for: where sound and picture do not begin at the same time, there is both. */
const earlierS = 0.25;
/** Of dragging the seek bar only where it ends counts. */
const settleMs = 150;

/**
 * Plays what the server converts, by MediaSource: the browser’s own controls see the whole film, and where nothing is loaded, the server begins anew. Ends with the returned function, which leaves the player empty. Null where the browser has no
 * MediaSource.
 */
export function streamFilm(player: HTMLMediaElement, options: Options): (() => void) | null {
  const Kind = (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource ?? globalThis.MediaSource; // Safari’s own, on iPhones
  if (Kind === undefined) return null;
  const source = new Kind();
  const ended = new AbortController();
  let current = new AbortController();
  let isLoading = false;
  let restartedAtS = -1;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const line = createBufferLine(source, player);

  const run = async (fromS: number) => {
    current.abort();
    current = new AbortController();
    const signal = AbortSignal.any([ended.signal, current.signal]);
    isLoading = true;
    try {
      const { type, body } = await options.fetchFrom(Math.max(0, fromS - earlierS), signal);
      await line.begin(type, { durationS: options.durationS, signal });
      await load(body.getReader(), signal);
      isLoading = false;
      await line.finish(signal);
    } catch (error) {
      if (signal.aborted) return;
      isLoading = false;
      goOn(error);
    }
  };
  const load = async (reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) => {
    for (;;) {
      while (line.aheadS() > aheadS) await line.moved(signal);
      const { done, value } = await reader.read();
      if (done) return;
      await line.append(value, signal);
    }
  };
  /** A connection that broke off after something came is made once more, from where it was. */
  const goOn = (error: unknown) => {
    const atS = player.currentTime + line.aheadS();
    if (line.aheadS() <= 0 || atS - restartedAtS < 1) return options.onTrouble(error);
    restartedAtS = atS;
    void run(atS); // tells its own failures
  };
  const onSeeking = () => {
    clearTimeout(settling);
    const isSoon = isLoading && line.isNear(player.currentTime, soonS);
    if (line.isLoaded(player.currentTime) || isSoon) return;
    settling = setTimeout(() => void run(player.currentTime), settleMs); // tells its own failures
  };
  const onOpen = () => {
    URL.revokeObjectURL(address);
    void run(options.fromS); // tells its own failures
  };
  const onLoaded = () => {
    if (options.fromS > 0) player.currentTime = options.fromS;
    player.addEventListener("seeking", onSeeking, { signal: ended.signal });
  };

  source.addEventListener("sourceopen", onOpen, { once: true });
  player.addEventListener("loadedmetadata", onLoaded, { once: true, signal: ended.signal });
  const address = URL.createObjectURL(source);
  // A managed source opens only where nothing can take the film elsewhere.
  player.disableRemotePlayback = true;
  player.src = address;
  return () => {
    clearTimeout(settling);
    ended.abort();
    URL.revokeObjectURL(address);
    player.removeAttribute("src");
    player.load();
  };
}
