import { expect, vi } from "vitest";
import type { TerminalSize } from "@/lib/shared/terminals";
import { createLiveTerminal, type LiveTerminal } from "@/lib/server/terminal/live-terminal";
import { createScreen } from "@/lib/server/terminal/screen/screens";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";

export type TriedShell = {
  terminal: LiveTerminal;
  /** What a command line says. */
  say: (command: string) => Promise<string>;
  /** What has come since the last one. */
  seen: () => string;
};

/** For tests: a shell with somebody who types into it and reads. */
export async function tryShell(source: TerminalSource, size: TerminalSize): Promise<TriedShell> {
  const terminal = createLiveTerminal({
    createScreen,
    owner: "mia",
    source,
    size,
    scrollbackLines: 1_000,
    record: null,
    onChange: () => {},
  });
  let seen = "";
  const view = terminal.view(new AbortController().signal);
  void (async () => {
    for await (const bytes of view) seen += bytes.toString();
  })();
  return {
    terminal,
    seen: () => seen,
    say: async (command) => {
      const mark = `m${Math.random().toString(36).slice(2)}`;
      await terminal.write(`stty -echo; { ${command}; } 2>&1; echo; echo ${mark.slice(0, 2)}''${mark.slice(2)}\n`);
      await vi.waitFor(() => expect(seen).toContain(mark));
      const said = seen.slice(0, seen.indexOf(mark));
      seen = "";
      return said.replaceAll("\r", "");
    },
  };
}
