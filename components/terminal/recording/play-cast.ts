import { createStore } from "@/lib/shared/store";
import type { TerminalSize } from "@/lib/shared/terminals";
import { castStart, longestPauseMs, sizeOf, type Cast, type CastEvent, type CastTime } from "./cast";
import { createCursor } from "./cast-cursor";
import { createKeyframes } from "./keyframes";

/** What a recording is drawn on. */
export type CastScreen = {
  /** Resolves when it is drawn. */
  write: (text: string) => Promise<void>;
  resize: (size: TerminalSize) => void;
  /** Empty, in this size. */
  reset: (size: TerminalSize) => void;
  /** What draws it as it is now. */
  draw: () => string;
};

export type PlayState = {
  isPlaying: boolean;
  /** On its way to another time. */
  isSeeking: boolean;
  positionMs: number;
  durationMs: number;
};

type Options = { cast: Cast; size: TerminalSize; screen: CastScreen; isShort: boolean };

/** Of text, at a time. */
const turnLength = 64 * 1024;
/** So long another time is drawn towards before the page has its turn. */
const turnMs = 24;
/** Further behind than this, the clock waits for the screen. */
const lateMs = 250;
/** Between two words about where it is. */
const tellMs = 80;

export type CastPlayer = ReturnType<typeof playCast>;

/**
 * Plays a recording, which may still be coming, on a screen. Never draws more at a time than the page can bear; another time is reached
 * from the nearest state that is kept, by drawing what lies in between.
 */
export function playCast({ cast, size: firstSize, screen, isShort: wasShort }: Options) {
  const store = createStore<PlayState>({ isPlaying: true, isSeeking: false, positionMs: 0, durationMs: 0 });
  const keyframes = createKeyframes(firstSize);
  const cursor = createCursor(cast);
  let isShort = wasShort;
  let speed = 1;
  let isWhole = false;
  let isClosed = false;
  let size = firstSize;
  /** Of the event that was drawn last. */
  let last: CastTime = castStart;
  let positionMs = 0;
  let soughtMs: number | null = null;
  let tickedMs = performance.now();
  let toldMs = 0;
  let wake = () => {};

  const timeOf = ({ ms, shortMs }: CastTime) => (isShort ? shortMs : ms);
  const durationMs = () => timeOf(cast.end());

  function tell(change: Partial<PlayState> = {}): void {
    store.set((state) => ({ ...state, positionMs, durationMs: durationMs(), ...change }));
  }

  function keepKeyframe(): void {
    const piece = cursor.beginning();
    if (piece !== null && keyframes.isDue(piece)) keyframes.keep({ piece, size, last, drawn: screen.draw() });
  }

  /** Draws what happens until then, or a part of it; false when there is no more of it. */
  async function drawSome(untilMs: number): Promise<boolean> {
    let text = "";
    const isDone = (event: CastEvent | null) => event === null || timeOf(event) > untilMs;
    for (let event = cursor.next(); event !== null && !isDone(event); event = cursor.next()) {
      // A piece ends a turn as well: its end is where a state may be kept.
      if (text.length >= turnLength || (text !== "" && cursor.beginning() !== null)) break;
      last = event;
      cursor.pass();
      if (event.code === "o") text += event.text;
      const changed = event.code === "r" ? sizeOf(event.text) : null;
      if (changed === null) continue;
      await screen.write(text);
      text = "";
      size = changed;
      screen.resize(size);
    }
    if (text !== "") await screen.write(text);
    keepKeyframe();
    return !isDone(cursor.next());
  }

  async function seek(targetMs: number): Promise<void> {
    const kept = keyframes.find(targetMs, timeOf);
    if (targetMs < timeOf(last) || timeOf(kept.last) > timeOf(last)) {
      ({ size, last } = kept);
      cursor.goTo(kept.piece);
      screen.reset(size);
      await screen.write(kept.drawn);
    }
    tell({ isSeeking: true });
    // Another wish ends this one.
    const isWanted = () => !isClosed && soughtMs === targetMs;
    let begunMs = performance.now();
    while (isWanted() && (await drawSome(targetMs))) {
      if (performance.now() - begunMs < turnMs) continue;
      await pageTurn();
      begunMs = performance.now();
    }
    if (!isWanted()) return;
    positionMs = Math.min(targetMs, durationMs());
    soughtMs = null;
    tickedMs = performance.now();
    tell({ isSeeking: false });
  }

  async function step(): Promise<void> {
    const nowMs = performance.now();
    positionMs += (nowMs - tickedMs) * speed;
    tickedMs = nowMs;
    await drawSome(positionMs);
    const following = cursor.next();
    if (following === null) positionMs = Math.min(positionMs, durationMs());
    else if (timeOf(following) < positionMs - lateMs * speed) positionMs = timeOf(following);
    const isOver = following === null && isWhole && positionMs >= durationMs();
    if (isOver) tell({ isPlaying: false });
    else if (nowMs - toldMs >= tellMs) {
      toldMs = nowMs;
      tell();
    }
  }

  async function run(): Promise<void> {
    const goesOn = () => !isClosed;
    while (goesOn()) {
      if (soughtMs !== null) await seek(soughtMs);
      else if (store.get().isPlaying) {
        await step();
        await pageTurn();
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  function seekTo(ms: number): void {
    soughtMs = Math.min(Math.max(0, ms), durationMs());
    positionMs = soughtMs;
    tell();
    wake();
  }

  void run(); // nothing in it throws

  return {
    subscribe: store.subscribe,
    get: store.get,
    setPlaying(isPlaying: boolean): void {
      if (isPlaying && isWhole && positionMs >= durationMs()) seekTo(0);
      tickedMs = performance.now();
      tell({ isPlaying });
      wake();
    },
    seekTo,
    setSpeed(next: number): void {
      speed = next;
    },
    setShort(next: boolean): void {
      const sinceMs = Math.max(0, positionMs - timeOf(last));
      isShort = next;
      positionMs = timeOf(last) + (next ? Math.min(sinceMs, longestPauseMs) : sinceMs);
      // What was sought was a time of the other kind.
      if (soughtMs !== null) soughtMs = positionMs;
      tell();
    },
    /** More of it has come; `all`: nothing more will. */
    grow(all: boolean): void {
      isWhole = all;
      tell();
    },
    close: (): void => {
      isClosed = true;
      wake();
    },
  };
}

function pageTurn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
