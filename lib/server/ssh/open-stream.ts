import type { ClientChannel } from "ssh2";
import { AppError } from "@/lib/shared/errors";

const openMs = 20_000;

type Took = (error: Error | undefined, stream: ClientChannel) => void;
/** `exit`: how the program has ended; asked for when the stream is over. */
export type Opened = { stream: ClientChannel; exit: () => { code: number | null; signal: string | null } };

/** What the host starts for us. Throws ssh/no-shell. */
export function openStream(open: (took: Took) => unknown, host: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(new AppError("ssh/no-shell", { host }, { cause }));
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
        resolve({ stream, exit: () => exit });
      });
    } catch (error) {
      // The connection has just ended.
      clearTimeout(timer);
      refuse(error);
    }
  });
}
