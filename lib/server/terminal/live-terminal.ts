import type { ProgramExit } from "@/lib/server/process/open-pty";
import type { TerminalSize } from "@/lib/shared/terminals";
import { limits } from "@/lib/server/base/limits";
import { saidFolder } from "./said-folder";
import type { StartRecorder } from "./recording/start-recording";
import type { CreateScreen } from "./screen/create-screen";
import type { TerminalSource } from "./terminal-source";
import { createViewers } from "./viewers";

type Options = {
  createScreen: CreateScreen;
  /** The user whose it is. */
  owner: string;
  source: TerminalSource;
  size: TerminalSize;
  scrollbackLines: number;
  /** Null: it is not recorded. */
  record: StartRecorder | null;
  /** Title, size, folder or end are others now. */
  onChange: () => void;
};

/** The source is not read while this much waits for the screen or for a viewer, and read again below the other. */
const highBytes = 256 * 1024;
const lowBytes = 64 * 1024;
const lookMs = 500;
const never = new AbortController().signal;
/** Of what is typed, so much waits for a program that reads nothing; then whoever types waits as well. */
const inputBytes = 64 * 1024;
const answersBytes = 4 * 1024;
const inputMs = 20;
/** After so long without output it is asked where it is. */
const quietMs = 150;
/** Programs may change their title a thousand times a second: those who are told of it read whole lists. */
const titleMs = 100;
/** Enter and Ctrl-C. */
// oxlint-disable-next-line no-control-regex -- keys are what is looked for
const endsLine = /[\r\n\u0003]$/;

export type LiveTerminal = ReturnType<typeof createLiveTerminal>;

/**
 * A terminal with its screen, whoever looks at it: none, or several at once. Bounded: what is not on the screen yet, not recorded, or not with a
 * viewer that keeps taking, keeps the source waiting.
 */
export function createLiveTerminal({ createScreen, owner, source, size, scrollbackLines, record, onChange }: Options) {
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
  let retitling: NodeJS.Timeout | null = null;
  let resizing: NodeJS.Timeout | null = null;
  let wanted = size;
  let hasLostScreen = false;
  const screen = createScreen({
    ...size,
    owner,
    scrollbackLines,
    // To a program that asks and asks, and reads nothing, there is nothing to say.
    answer: (text) => {
      if (source.backlog() < answersBytes) source.write(text);
    },
    onTitle: (text) => {
      title = text;
      retitling ??= setTimeout(() => {
        retitling = null;
        onChange();
      }, titleMs).unref();
    },
    onFolder: (address) => (said = saidFolder(address) ?? said),
    onLost: () => {
      hasLostScreen = true;
      viewers.makeAllStale();
      onChange();
    },
  });
  const viewers = createViewers({
    draw: screen.draw,
    onRoom: balance,
    hasEnded: () => exit !== null,
    isDisposed: () => isDisposed,
  });
  let isOver = () => {};
  const ended = new Promise<void>((resolve) => (isOver = resolve));
  const patience = setInterval(() => {
    if (!isPaused) return;
    viewers.giveUpWaiting(lowBytes);
    balance();
  }, lookMs).unref();
  const recorder = record?.({ onRoom: balance, onChange }) ?? null;

  function balance(): void {
    const unwritten = recorder?.backlog() ?? 0;
    const most = Math.max(unparsed, unwritten, viewers.mostBytes());
    if (!isPaused && most >= highBytes) source.pause();
    else if (isPaused && most <= lowBytes) source.resume();
    else return;
    isPaused = !isPaused;
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
      viewers.push(bytes);
      balance();
      if (quiet === null) quiet = setTimeout(look, quietMs).unref();
      else quiet.refresh();
    },
    exit(how) {
      exit = how;
      clearInterval(patience);
      if (quiet !== null) clearTimeout(quiet);
      viewers.wakeAll();
      isOver();
      void recorder?.end(); // never rejects
      onChange();
    },
  });

  const goesOn = (signal: AbortSignal) => exit === null && !isDisposed && !signal.aborted;
  /** Unlike what whoever drags a window asks for, not more often than all who look can draw it. */
  function applySize(): void {
    resizing = null;
    if (exit !== null || (wanted.cols === current.cols && wanted.rows === current.rows)) return;
    current = wanted;
    resizing = setTimeout(applySize, limits.terminalResizeMs).unref();
    source.resize(current);
    screen.resize(current);
    recorder?.resize(current);
    // Lines are broken elsewhere now, for everybody.
    viewers.makeAllStale();
    onChange();
  }

  return {
    /** Throws request/busy where too many look already. */
    view: viewers.view,
    /** Resolves when there is room for more, or nobody left to write to. */
    async write(bytes: string | Buffer, signal = never): Promise<void> {
      lastUsedMs = Date.now();
      hasBegunLine = !endsLine.test(bytes.toString());
      source.write(bytes);
      while (source.backlog() > inputBytes && goesOn(signal))
        await new Promise((resolve) => setTimeout(resolve, inputMs));
    },
    /** At once, or, where it has just had another, soon; then the last one that was asked for. */
    resize(next: TerminalSize) {
      wanted = { cols: next.cols, rows: next.rows };
      if (resizing === null) applySize();
    },
    end: () => source.end(),
    /** Resolves when the program has. */
    ended,
    /** Forgets the screen; for one that has ended. */
    dispose: () => {
      isDisposed = true;
      if (resizing !== null) clearTimeout(resizing);
      if (retitling !== null) clearTimeout(retitling);
      screen.dispose();
      viewers.wakeAll();
    },
    info: () => ({
      title: source.isNamed === true ? source.program : title,
      program: source.program,
      isReadOnly: source.isReadOnly === true,
      hasLostScreen,
      isRecorded: recorder?.isRecording() === true,
      isIdle: exit === null && source.isAtPrompt?.() === true,
      place,
      exit,
      ...current,
    }),
    /** Whether host paths mean anything to what runs there. */
    hasPaths: source.isAtPrompt !== undefined,
    /** Whether a shell waits for a command and, for all that is known, nobody has begun one. */
    isReady: () => exit === null && !hasBegunLine && source.isAtPrompt?.() === true,
    /** Since when nobody has looked at it and nothing has gone in or out; null while somebody looks. */
    idleSinceMs: () => (viewers.count() > 0 ? null : lastUsedMs),
  };
}
