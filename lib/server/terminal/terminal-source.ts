import type { ProgramExit } from "@/lib/server/process/open-pty";
import type { TerminalSize } from "@/lib/shared/terminals";

/** Where a terminal's bytes come from and go to: a program of this machine, and whatever else speaks like one. */
export type TerminalSource = {
  /** For the list. */
  program: string;
  /** It is called by that, whatever a shell in it calls its window. */
  isNamed?: true;
  /** The shell's absolute path, where it is one that is known. */
  shell?: string;
  /** True where there is nothing to type to; `write` then obeys Ctrl-C alone. */
  isReadOnly?: true;
  /** What it shows is kept elsewhere: it is not recorded. */
  isLog?: true;
  /** Called once, before anything is read; `exit` comes after all data. */
  listen: (ear: { data: (bytes: Buffer) => void; exit: (exit: ProgramExit) => void }) => void;
  write: (bytes: string | Buffer) => void;
  /** Bytes written that the other side has not made room for. */
  backlog: () => number;
  resize: (size: TerminalSize) => void;
  /** Stops reading: whatever writes has to wait. */
  pause: () => void;
  resume: () => void;
  /** Resolves when it and all that it has started have ended, by force if need be. */
  end: () => Promise<void>;
  /** The place where it is now, asked when something has happened; null where there is none. `said`: what the program itself has said last. */
  place: (said: string | null) => string | null;
  /** Whether a shell waits there for a command; absent where it is no shell of this machine, to which its paths mean nothing. */
  isAtPrompt?: () => boolean;
};
