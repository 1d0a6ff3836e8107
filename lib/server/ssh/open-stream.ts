import type { ClientChannel } from "ssh2";
import { AppError } from "@/lib/shared/errors";

const openMs = 20_000;

type Took = (error: Error | undefined, stream: ClientChannel) => void;

/** What the host starts for us. Throws ssh/no-shell. */
export function openStream(open: (took: Took) => unknown, host: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(new AppError("ssh/no-shell", { host }, { cause }));
    const timer = setTimeout(() => refuse(new Error("no answer")), openMs);
    try {
      open((error, stream) => {
        clearTimeout(timer);
        if (error === undefined) resolve(stream);
        else refuse(error);
      });
    } catch (error) {
      // The connection has just ended.
      clearTimeout(timer);
      refuse(error);
    }
  });
}
