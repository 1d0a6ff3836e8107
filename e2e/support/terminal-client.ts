import { expect } from "@playwright/test";
import type { terminalChannels } from "@/lib/contracts/terminal";
import { randomId } from "@/lib/shared/units";
import { call, type Session } from "./api-client";
import { openTab } from "./open-tab";
import type { Filedeck } from "./start-filedeck";

type Channels = (typeof terminalChannels)[keyof typeof terminalChannels];

const size = { cols: 200, rows: 50 };

/** A user who types into terminals, without a page. */
export function openTerminalClient(server: Pick<Filedeck, "url">, session: Session) {
  const { openChannel, close } = openTab<Channels>(server, session);
  return {
    /** `path`: what opens one. */
    async open(path: "terminal" | "terminal/host" = "terminal"): Promise<string> {
      const { status, text, answer } = await call<{ id: string }>(server, path, { session, body: size });
      expect(status, text).toBe(200);
      return answer.data.id;
    },
    /** What it says to a command line. */
    async ask(id: string, command: string, timeout?: number): Promise<string> {
      let seen = "";
      const channel = openChannel(
        "terminal/attach",
        { id, ...size },
        { onMessage: (bytes) => void (seen += Buffer.from(bytes).toString()) },
      );
      const mark = `m${randomId(8)}`;
      await channel.send({
        type: "input",
        text: `stty -echo; { ${command}; } 2>&1; echo ${mark.slice(0, 2)}''${mark.slice(2)}\n`,
      });
      await expect.poll(() => seen, timeout === undefined ? {} : { timeout }).toContain(mark);
      channel.close();
      return seen.slice(0, seen.indexOf(mark)).replaceAll("\r", "");
    },
    close,
  };
}
