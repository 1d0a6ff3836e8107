import type { TerminalSource } from "./terminal-source";

const ctrlC = "\u0003";

/** A source that only shows: of what is typed, and of what would be answered to a question in a log, it hears Ctrl-C alone, which ends it. */
export function readOnly(source: TerminalSource): TerminalSource {
  return {
    ...source,
    isReadOnly: true,
    backlog: () => 0,
    write(bytes) {
      if (bytes.includes(ctrlC)) void source.end(); // never rejects; `exit` tells
    },
  };
}
