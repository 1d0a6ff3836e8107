import { limits } from "@/lib/server/base/limits";
import type { TerminalSize } from "@/lib/shared/terminals";
import { createRecentBytes } from "./recent-bytes";
import type { ScreenReply, ScreenRequest } from "./screen-worker";
import type { createScreenThreads } from "./screen-threads";

export type ScreenOptions = TerminalSize & {
  /** Whose it is: one user's screens share a thread, as far as there is room. */
  owner: string;
  scrollbackLines: number;
  /** What programs ask of a terminal is answered here, whether anybody looks or not; browsers keep silent. */
  answer: (text: string) => void;
  onTitle: (title: string) => void;
  /** What it says about where it is (OSC 7). */
  onFolder: (address: string) => void;
  /** Its output could not be drawn; the screen is empty now, and goes on with what comes. */
  onLost: () => void;
};

export type Screen = {
  /** `parsed` is called when the screen shows it. */
  write: (bytes: Buffer, parsed: () => void) => void;
  resize: (size: TerminalSize) => void;
  /** All that has been written so far, as what draws it on any terminal: scrollback, screen, cursor and modes. Not to be changed: others have it as well. */
  draw: () => Promise<Buffer>;
  dispose: () => void;
};

export type CreateScreen = (options: ScreenOptions) => Screen;

const reset = Buffer.from("\u001bc");
const { pieceBytes, recentBytes, maxMoves, maxLosses, drawnMs } = limits.screens;

/** The screen of a terminal, drawn in one of these threads. */
export function createScreen(
  { owner, cols, rows, scrollbackLines, answer, onTitle, onFolder, onLost }: ScreenOptions,
  threads: ReturnType<typeof createScreenThreads>,
): Screen {
  let size: TerminalSize = { cols, rows };
  const recent = createRecentBytes(recentBytes);
  const unparsed: (() => void)[] = [];
  const drawings: ((bytes: Buffer) => void)[] = [];
  let last: { drawn: Promise<Buffer>; forget: NodeJS.Timeout } | null = null;
  let [moves, losses, isGivenUp] = [0, 0, false];
  let number = threads.place({ owner, onReply, onMoved });

  type Request = ScreenRequest extends infer R ? (R extends ScreenRequest ? Omit<R, "screen"> : never) : never;
  const ask = (request: Request) => threads.ask({ screen: number, ...request });

  function changed(): void {
    if (last !== null) clearTimeout(last.forget);
    last = null;
  }

  function onReply({ writes, answers, title, folder, drawn }: ScreenReply): void {
    if (answers !== "") answer(answers);
    if (title !== null) onTitle(title);
    if (folder !== null) onFolder(folder);
    if (drawn !== null) drawings.shift()?.(Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength));
    for (const parsed of unparsed.splice(0, writes)) parsed();
  }

  /** What waited for the thread that is gone need not wait for another. */
  function settle(): void {
    changed();
    for (const parsed of unparsed.splice(0)) parsed();
  }

  function onMoved({ isCause }: { isCause: boolean }): void {
    moves++;
    if (isCause) losses++;
    isGivenUp = moves >= maxMoves || losses >= maxLosses;
    settle();
    if (isGivenUp) for (const resolve of drawings.splice(0)) resolve(reset);
    else {
      number = threads.place({ owner, onReply, onMoved });
      ask({ type: "create", size, scrollbackLines });
      const bytes = isCause ? Buffer.alloc(0) : recent.read();
      if (bytes.length > 0) send(bytes, () => {});
      for (const _ of drawings) ask({ type: "draw" });
    }
    if (isCause || isGivenUp) onLost();
  }

  function send(bytes: Buffer, parsed: () => void): void {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const isLast = at + pieceBytes >= bytes.length;
      unparsed.push(isLast ? parsed : () => {});
      // A copy, which the thread takes over: what the bytes are a part of may be large.
      ask({ type: "write", bytes: new Uint8Array(bytes.subarray(at, at + pieceBytes)) });
    }
  }

  ask({ type: "create", size, scrollbackLines });
  return {
    write(bytes, parsed) {
      changed();
      if (isGivenUp || bytes.length === 0) return queueMicrotask(parsed);
      recent.add(bytes);
      send(bytes, parsed);
    },
    resize(next) {
      changed();
      size = { cols: next.cols, rows: next.rows };
      if (!isGivenUp) ask({ type: "resize", size });
    },
    draw() {
      if (isGivenUp) return Promise.resolve(reset);
      if (last !== null) return last.drawn;
      ask({ type: "draw" });
      const drawn = new Promise<Buffer>((resolve) => drawings.push(resolve));
      last = { drawn, forget: setTimeout(changed, drawnMs).unref() };
      return drawn;
    },
    dispose() {
      threads.remove(number);
      isGivenUp = true;
      settle();
      for (const resolve of drawings.splice(0)) resolve(Buffer.alloc(0));
    },
  };
}
