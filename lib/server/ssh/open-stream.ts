import type { ClientChannel } from "ssh2";
import { refusalOf } from "@/lib/server/base/ssh-refusal";
import { AppError } from "@/lib/shared/errors";

const openMs = 20_000;

type Took = (error: Error | undefined, stream: ClientChannel) => void;
export type Opened = {
  stream: ClientChannel;
  /** How the program has ended; asked for when the stream is over. */
  exit: () => { code: number | null; signal: string | null };
  /** When that is known: the host says so after the last of the output, or not at all. Never rejects. */
  ended: Promise<void>;
};

/** What the host starts for us. Throws ssh/no-shell, ssh/too-many-sessions. */
export function openStream(open: (took: Took) => unknown, host: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(refusalOf(cause) ?? new AppError("ssh/no-shell", { host }, { cause }));
    const timer = setTimeout(() => refuse(new Error("no answer")), openMs);
    try {
      open((error, stream) => {
        clearTimeout(timer);
        if (error !== undefined) {
          refuse(error);
          return;
        }
        let exit: ReturnType<Opened["exit"]> = { code: null, signal: null };
        // At once: a program that is quick has ended before anybody goes on.
        stream.once("exit", (code: number | null, signal?: string) => (exit = { code, signal: signal ?? null }));
        const ended = new Promise<void>((told) => {
          for (const event of ["exit", "close"] as const) stream.once(event, () => told());
        });
        resolve({ stream, exit: () => exit, ended });
      });
    } catch (error) {
      // The connection has just ended.
      clearTimeout(timer);
      refuse(error);
    }
  });
}
