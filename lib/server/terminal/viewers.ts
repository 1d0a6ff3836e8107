import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";

type Options = {
  draw: () => Promise<Buffer>;
  /** One has taken what it had. */
  onRoom: () => void;
  hasEnded: () => boolean;
  isDisposed: () => boolean;
};

type Viewer = {
  chunks: Buffer[];
  bytes: number;
  /** What it has seen is no beginning for what comes next: it gets the whole screen. */
  isStale: boolean;
  lastTookMs: number;
  wake: () => void;
};

/** Whoever takes nothing for so long is waited for no more, and gets the whole screen when they come back. */
const patienceMs = patient(2_000);

/** Those who look at one terminal: each gets the whole screen, then what comes. One drawing at a time is made, for all who wait by then. */
export function createViewers({ draw, onRoom, hasEnded, isDisposed }: Options) {
  const viewers = new Set<Viewer>();
  let waiting: { viewer: Viewer; resolve: (drawn: Buffer) => void }[] = [];
  let isDrawing = false;

  function makeStale(viewer: Viewer): void {
    viewer.isStale = true;
    viewer.chunks = [];
    viewer.bytes = 0;
    viewer.wake();
  }

  async function drawForAll(): Promise<void> {
    isDrawing = true;
    while (waiting.length > 0) {
      const these = waiting;
      waiting = [];
      // What comes from here on is not in it.
      for (const { viewer } of these) viewer.isStale = false;
      const drawn = await draw();
      for (const { resolve } of these) resolve(drawn);
    }
    isDrawing = false;
  }

  function drawFor(viewer: Viewer): Promise<Buffer> {
    return new Promise((resolve) => {
      waiting.push({ viewer, resolve });
      if (!isDrawing) void drawForAll(); // a drawing never fails
    });
  }

  function take(viewer: Viewer): Buffer | null {
    if (viewer.chunks.length === 0) return null;
    const all = Buffer.concat(viewer.chunks);
    viewer.chunks = [];
    viewer.bytes = 0;
    onRoom();
    return all;
  }

  /** What one viewer sees: the whole screen, then what comes, until the program or the signal ends it. Throws request/busy where too many look. */
  async function* view(signal: AbortSignal): AsyncGenerator<Buffer> {
    if (viewers.size >= limits.terminalViewers.perTerminal) throw new AppError("request/busy");
    const viewer: Viewer = { chunks: [], bytes: 0, isStale: true, lastTookMs: performance.now(), wake: () => {} };
    const onAbort = () => viewer.wake();
    signal.addEventListener("abort", onAbort, { once: true });
    viewers.add(viewer);
    try {
      while (!isDisposed() && !signal.aborted) {
        viewer.lastTookMs = performance.now();
        if (viewer.isStale) {
          yield await drawFor(viewer);
          continue;
        }
        const bytes = take(viewer);
        if (bytes !== null) yield bytes;
        else if (hasEnded()) return;
        else await new Promise<void>((resolve) => (viewer.wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      viewers.delete(viewer);
      onRoom();
    }
  }

  return {
    view,
    push(bytes: Buffer): void {
      for (const viewer of viewers) {
        if (viewer.isStale) continue;
        viewer.chunks.push(bytes);
        viewer.bytes += bytes.length;
        viewer.wake();
      }
    },
    makeAllStale(): void {
      for (const viewer of viewers) makeStale(viewer);
    },
    /** Those who have more than this before them. */
    giveUpWaiting(lowBytes: number): void {
      for (const viewer of viewers)
        if (viewer.bytes > lowBytes && performance.now() - viewer.lastTookMs > patienceMs) makeStale(viewer);
    },
    mostBytes: () => Math.max(0, ...[...viewers].map(({ bytes }) => bytes)),
    wakeAll(): void {
      for (const { wake } of viewers) wake();
    },
    count: () => viewers.size,
  };
}
