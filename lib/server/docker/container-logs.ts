import { constants } from "node:os";
import type { ProgramExit } from "@/lib/server/process/open-pty";
import { readOnly } from "@/lib/server/terminal/read-only";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { createLogDecoder } from "./log-decoder";

/** What the package says less of than it gives. */
type LogStream = NodeJS.ReadableStream & { destroy?: () => void };

type Options = { name: string; hasTty: boolean };

/** What a container writes, until it ends. */
export function containerLogs(stream: LogStream, { name, hasTty }: Options): TerminalSource {
  // Nothing comes before somebody listens.
  stream.pause();
  const decode = createLogDecoder({ hasTty });
  let exit: ProgramExit = { code: null, signal: null };
  let isOver = false;
  return readOnly({
    isLog: true,
    program: name,
    listen(ear) {
      stream.on("data", (chunk: Buffer) => {
        const bytes = decode(chunk);
        if (bytes.length > 0) ear.data(bytes);
      });
      stream.on("error", () => {}); // `close` follows
      stream.once("end", () => (exit = { code: 0, signal: null }));
      stream.once("close", () => {
        isOver = true;
        ear.exit(exit);
      });
      stream.resume();
    },
    write: () => {},
    backlog: () => 0,
    resize: () => {},
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    async end() {
      if (isOver) return;
      exit = { code: null, signal: constants.signals.SIGINT };
      stream.destroy?.();
    },
    place: () => null,
  });
}
