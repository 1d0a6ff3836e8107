import { once } from "node:events";
import { fchownSync } from "node:fs";
import { constants } from "node:os";
import { endSessionOf } from "./end-session-of";
import { openPipe } from "./open-pipe";
import type { Pty, PtyOptions } from "./open-pty";
import { spawnChild } from "./spawn-child";

type Options = Omit<PtyOptions, "cols" | "rows" | "cwd"> & {
  /** The account that it becomes: whose its output is to be, so that it can open that by its name (/dev/stderr). */
  uid: number;
  /** The program confines another and leaves its own end to it: an interruption is meant for the other. */
  isWrapper: boolean;
  /** So long it may take to end when it is asked to. */
  graceMs?: number;
};

/** What was said last is waited for so long, once all who could say something have ended. */
const lastWordsMs = 2_000;

/**
 * A program without a terminal, with the face of one that has it: nothing to be read, one pipe for all that it says, and a session of its own, which
 * ends with it.
 */
export async function openPiped({ program, args, env, uid, isWrapper, graceMs }: Options): Promise<Pty> {
  const pipe = openPipe();
  if (process.getuid?.() === 0) fchownSync(pipe.writer, uid, -1);
  const child = spawnChild(program, args, { env, stdio: ["ignore", pipe.writer, pipe.writer] });
  pipe.close();
  const { reader } = pipe;
  reader.pause();
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  const closed = new Promise<void>((resolve) => reader.once("close", resolve));
  reader.on("error", () => {}); // `close` follows
  await Promise.race([once(child, "spawn"), ended]);
  const { pid } = child;
  let isOver = false;
  const over = Promise.all([
    // Whoever is left of it would go on, and could go on talking.
    ended.then(async (exit) => {
      if (pid !== undefined) await endSessionOf(pid, constants.signals.SIGHUP);
      return exit;
    }),
    closed,
  ]).then(([exit]) => {
    isOver = true;
    return exit;
  });
  return {
    pid: pid ?? 0,
    listen({ data, exit }) {
      reader.on("data", data);
      void over.then(({ code, signal }) => exit({ code, signal: signal === null ? null : constants.signals[signal] })); // never rejects
      reader.resume();
    },
    write: () => {},
    backlog: () => 0,
    resize: () => {},
    pause: () => void reader.pause(),
    resume: () => void reader.resume(),
    async end() {
      if (isOver) return;
      // Unread output would keep it from ending.
      reader.resume();
      if (pid !== undefined) {
        const options = { sparesLeader: isWrapper, ...(graceMs === undefined ? {} : { graceMs }) };
        await endSessionOf(pid, constants.signals.SIGINT, options);
      }
      const lastWords = setTimeout(() => reader.destroy(), lastWordsMs);
      await over;
      clearTimeout(lastWords);
    },
  };
}
