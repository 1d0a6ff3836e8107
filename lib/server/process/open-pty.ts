import { createRequire } from "node:module";
import { constants } from "node:os";
import type * as NodePty from "node-pty";
import { endSessionOf } from "./end-session-of";
import { createPtyWriter, type PtyWriter } from "./pty-writer";
import { sealDescriptors } from "./seal-descriptors";

/** `code` is null for a program that a signal ended, and the signal null for one that ended by itself. */
export type ProgramExit = { code: number | null; signal: number | null };

export type PtyOptions = {
  program: string;
  args: readonly string[];
  /** Host path. */
  cwd: string;
  /** All that the program gets: nothing of ours is passed on. */
  env: Readonly<Record<string, string>>;
  cols: number;
  rows: number;
};

export type Pty = {
  readonly pid: number;
  /** Once, before anything is read. `exit` comes after all data. */
  listen: (ear: { data: (bytes: Buffer) => void; exit: (exit: ProgramExit) => void }) => void;
  write: (bytes: string | Buffer) => void;
  /** Bytes written that the program has not made room for. */
  backlog: () => number;
  resize: (size: { cols: number; rows: number }) => void;
  pause: () => void;
  resume: () => void;
  /** Ends the program and all that runs in its session. */
  end: () => Promise<void>;
};

let loaded: typeof NodePty | null = null;

/** Loaded with the first terminal: most servers never open one. Throws where the package has no binary for this machine. */
function load(): typeof NodePty {
  loaded ??= createRequire(import.meta.url)("node-pty") as typeof NodePty; // its own types
  return loaded;
}

/** Whether this machine has pseudo-terminals that we can open. */
export function hasPty(): boolean {
  try {
    load();
    return true;
  } catch {
    return false;
  }
}

/** A program on a pseudo-terminal of its own, as the leader of a new session. */
export function openPty({ program, args, cwd, env, cols, rows }: PtyOptions): Pty {
  sealDescriptors();
  const pty = load().spawn(program, [...args], {
    name: "xterm-256color",
    cwd,
    env: { ...env },
    cols,
    rows,
    encoding: null,
  });
  const writer = writerFor(pty);
  let isOver = false;
  return {
    pid: pty.pid,
    listen({ data, exit }) {
      // Without an encoding these are bytes, whatever its types say.
      pty.onData((chunk: unknown) => data(chunk as Buffer));
      pty.onExit(({ exitCode, signal = 0 }) => {
        isOver = true;
        // It waits for a fifth of a second for what was said last, and no longer.
        const rest = writer.drain();
        if (rest.length > 0) data(rest);
        writer.close();
        exit(signal === 0 ? { code: exitCode, signal: null } : { code: null, signal });
      });
    },
    write: (bytes) => writer.write(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
    backlog: writer.backlog,
    resize({ cols, rows }) {
      if (isOver) return;
      try {
        pty.resize(cols, rows);
      } catch {
        // It has just ended.
      }
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    end: async () => {
      if (isOver) return;
      // Unread output would keep it from ending.
      pty.resume();
      await endSessionOf(pty.pid, constants.signals.SIGHUP);
    },
  };
}

function writerFor(pty: NodePty.IPty): PtyWriter {
  try {
    const { fd } = pty as NodePty.IPty & { fd: number }; // there on every system but Windows, though not in its types
    return createPtyWriter(fd);
  } catch (error) {
    pty.kill("SIGKILL");
    throw error;
  }
}
