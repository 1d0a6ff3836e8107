import type { ProgramExit } from "@/lib/server/process/open-pty";
import type { TerminalSize } from "@/lib/shared/terminals";
import { saidFolder } from "./said-folder";
import type { StartRecorder } from "./recording/start-recording";
import type { CreateScreen } from "./screen";
import type { TerminalSource } from "./terminal-source";

type Options = {
  createScreen: CreateScreen;
  source: TerminalSource;
  size: TerminalSize;
  scrollbackLines: number;
  /** Null: it is not recorded. */
  record: StartRecorder | null;
  /** Title, size, folder or end are others now. */
  onChange: () => void;
};

type Viewer = {
  chunks: Buffer[];
  bytes: number;
  /** What it has seen is no beginning for what comes next: it gets the whole screen. */
  isStale: boolean;
  lastTookMs: number;
  wake: () => void;
};

/** The source is not read while this much waits for the screen or for a viewer, and read again below the other. */
const highBytes = 256 * 1024;
const lowBytes = 64 * 1024;
/** Whoever takes nothing for so long is waited for no more, and gets the whole screen when they come back. */
const patienceMs = 2_000;
const lookMs = 500;
const never = new AbortController().signal;
/** Of what is typed, so much waits for a program that reads nothing; then whoever types waits as well. */
const inputBytes = 64 * 1024;
const answersBytes = 4 * 1024;
const inputMs = 20;
/** After so long without output it is asked where it is. */
const quietMs = 150;
const maxTitle = 200;
/** Enter and Ctrl-C. */
// oxlint-disable-next-line no-control-regex -- keys are what is looked for
const endsLine = /[\r\n\u0003]$/;

export type LiveTerminal = ReturnType<typeof createLiveTerminal>;

/**
 * A terminal with its screen, whoever looks at it: none, or several at once. Bounded: what is not on the screen yet, not recorded, or not with a
 * viewer that keeps taking, keeps the source waiting.
 */
export function createLiveTerminal({ createScreen, source, size, scrollbackLines, record, onChange }: Options) {
  const viewers = new Set<Viewer>();
  let current = size;
  let title = "";
  let said: string | null = null;
  /** Not asked at once: a program that is about to be started is still where we are. */
  let place: string | null = null;
  /** What was typed since the last line was sent off, or given up. */
  let hasBegunLine = false;
  let exit: ProgramExit | null = null;
  let isPaused = false;
  let isDisposed = false;
  let unparsed = 0;
  let lastUsedMs = Date.now();
  let quiet: NodeJS.Timeout | null = null;
  const screen = createScreen({
    ...size,
    scrollbackLines,
    // To a program that asks and asks, and reads nothing, there is nothing to say.
    answer: (text) => {
      if (source.backlog() < answersBytes) source.write(text);
    },
    onTitle: (text) => {
      title = text.slice(0, maxTitle);
      onChange();
    },
    onFolder: (address) => (said = saidFolder(address) ?? said),
  });
  let isOver = () => {};
  const ended = new Promise<void>((resolve) => (isOver = resolve));
  const patience = setInterval(giveUpWaiting, lookMs).unref();
  const recorder = record?.({ onRoom: balance, onChange }) ?? null;

  function balance(): void {
    const unwritten = recorder?.backlog() ?? 0;
    const most = Math.max(
      unparsed,
      unwritten,
      ...[...viewers].filter(({ isStale }) => !isStale).map(({ bytes }) => bytes),
    );
    if (!isPaused && most >= highBytes) source.pause();
    else if (isPaused && most <= lowBytes) source.resume();
    else return;
    isPaused = !isPaused;
  }

  function giveUpWaiting(): void {
    if (!isPaused) return;
    for (const viewer of viewers)
      if (viewer.bytes > lowBytes && performance.now() - viewer.lastTookMs > patienceMs) makeStale(viewer);
    balance();
  }

  function makeStale(viewer: Viewer): void {
    viewer.isStale = true;
    viewer.chunks = [];
    viewer.bytes = 0;
    viewer.wake();
  }

  function look(): void {
    quiet = null;
    const now = source.place(said);
    if (now === null || now === place) return;
    place = now;
    onChange();
  }

  source.listen({
    data(bytes) {
      lastUsedMs = Date.now();
      recorder?.output(bytes);
      unparsed += bytes.length;
      screen.write(bytes, () => {
        unparsed -= bytes.length;
        balance();
      });
      for (const viewer of viewers) {
        if (viewer.isStale) continue;
        viewer.chunks.push(bytes);
        viewer.bytes += bytes.length;
        viewer.wake();
      }
      balance();
      if (quiet === null) quiet = setTimeout(look, quietMs).unref();
      else quiet.refresh();
    },
    exit(how) {
      exit = how;
      clearInterval(patience);
      if (quiet !== null) clearTimeout(quiet);
      for (const { wake } of viewers) wake();
      isOver();
      void recorder?.end(); // never rejects
      onChange();
    },
  });

  const hasEnded = () => exit !== null;
  const goesOn = (signal: AbortSignal) => !isDisposed && !signal.aborted;

  function take(viewer: Viewer): Buffer | null {
    if (viewer.chunks.length === 0) return null;
    const all = Buffer.concat(viewer.chunks);
    viewer.chunks = [];
    viewer.bytes = 0;
    balance();
    return all;
  }

  /** What one viewer sees: the whole screen, then what comes, until the program or the signal ends it. */
  async function* view(signal: AbortSignal): AsyncGenerator<Buffer> {
    const viewer: Viewer = { chunks: [], bytes: 0, isStale: true, lastTookMs: performance.now(), wake: () => {} };
    const onAbort = () => viewer.wake();
    signal.addEventListener("abort", onAbort, { once: true });
    viewers.add(viewer);
    try {
      while (goesOn(signal)) {
        viewer.lastTookMs = performance.now();
        if (viewer.isStale) {
          viewer.isStale = false;
          yield await screen.draw();
          continue;
        }
        const bytes = take(viewer);
        if (bytes !== null) yield bytes;
        else if (exit !== null) return;
        else await new Promise<void>((resolve) => (viewer.wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      viewers.delete(viewer);
      balance();
    }
  }

  return {
    view,
    /** Resolves when there is room for more, or nobody left to write to. */
    async write(bytes: string | Buffer, signal = never): Promise<void> {
      lastUsedMs = Date.now();
      hasBegunLine = !endsLine.test(bytes.toString());
      source.write(bytes);
      while (source.backlog() > inputBytes && !hasEnded() && goesOn(signal))
        await new Promise((resolve) => setTimeout(resolve, inputMs));
    },
    resize(next: TerminalSize) {
      if (exit !== null || (next.cols === current.cols && next.rows === current.rows)) return;
      current = { cols: next.cols, rows: next.rows };
      source.resize(current);
      screen.resize(current);
      recorder?.resize(current);
      // Lines are broken elsewhere now, for everybody.
      for (const viewer of viewers) makeStale(viewer);
      onChange();
    },
    end: () => source.end(),
    /** Resolves when the program has. */
    ended,
    /** Forgets the screen; for one that has ended. */
    dispose: () => {
      isDisposed = true;
      screen.dispose();
      for (const { wake } of viewers) wake();
    },
    info: () => ({
      title: source.isNamed === true ? source.program : title,
      program: source.program,
      isReadOnly: source.isReadOnly === true,
      isRecorded: recorder?.isRecording() === true,
      place,
      exit,
      ...current,
    }),
    /** Whether host paths mean anything to what runs there. */
    hasPaths: source.isAtPrompt !== undefined,
    /** Whether a shell waits for a command and, for all that is known, nobody has begun one. */
    isReady: () => exit === null && !hasBegunLine && source.isAtPrompt?.() === true,
    /** Since when nobody has looked at it and nothing has gone in or out; null while somebody looks. */
    idleSinceMs: () => (viewers.size > 0 ? null : lastUsedMs),
  };
}
