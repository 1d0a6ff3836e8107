import type { Pty, ProgramExit } from "@/lib/server/process/open-pty";

/** A launcher that has said nothing by then is ended. */
const timeoutMs = 15_000;
/** Of what it says instead. */
const maxSaid = 2_000;

type Ear = Parameters<Pty["listen"]>[0];
type Options = {
  /** The line that a launcher says before it becomes the program. */
  ready: string;
  /** Once nothing of it runs any more, whichever way it went. */
  ended: () => void;
};

/** A program that a launcher has become, to be listened to from its first own byte on; or what the launcher said instead. */
export function startedPty(pty: Pty, { ready, ended }: Options): Promise<{ listen: Pty["listen"] } | string> {
  return new Promise((resolve) => {
    let before: Buffer | null = Buffer.alloc(0); // null once it has become the program
    const waiting: Buffer[] = [];
    let exit: ProgramExit | null = null;
    let ear: Ear | null = null;
    const timeout = setTimeout(() => void pty.end(), timeoutMs);
    const listen = (given: Ear) => {
      ear = given;
      for (const piece of waiting.splice(0)) given.data(piece);
      if (exit === null) pty.resume();
      else given.exit(exit);
    };
    const hear = (piece: Buffer) => {
      if (ear === null) waiting.push(piece);
      else ear.data(piece);
    };
    pty.listen({
      data(piece) {
        if (before === null) {
          hear(piece);
          return;
        }
        before = Buffer.concat([before, piece]);
        const rest = after(before, ready);
        if (rest === null) return;
        before = null;
        clearTimeout(timeout);
        if (rest.length > 0) waiting.push(rest);
        pty.pause();
        resolve({ listen });
      },
      exit(how) {
        clearTimeout(timeout);
        exit = how;
        ended();
        if (before === null) ear?.exit(how);
        else resolve(before.toString().slice(-maxSaid).trim());
      },
    });
  });
}

/** What follows the line; null as long as it has not come. A terminal ends lines with two characters. */
function after(said: Buffer, line: string): Buffer | null {
  const start = said.indexOf(line);
  const end = start === -1 ? -1 : said.indexOf("\n", start);
  return end === -1 ? null : said.subarray(end + 1);
}
