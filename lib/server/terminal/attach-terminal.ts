import type { terminalChannels } from "@/lib/contracts/terminal";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findTerminal } from "./terminals";

/** One browser at one terminal, in the size that whoever came or typed last has room for. */
export const attachTerminal: ChannelService<typeof terminalChannels.attach> = async (
  { id, ...size },
  { actor, signal },
  { send, received },
) => {
  const terminal = findTerminal(id, userIdOf(actor));
  terminal.resize(size);
  const show = async () => {
    for await (const bytes of terminal.view(signal)) await send(bytes);
  };
  const hear = async () => {
    for await (const message of received) {
      if (message.type === "resize") terminal.resize(message);
      else if (message.type === "input") await terminal.write(message.text, signal);
      else await terminal.write(Buffer.from(message.text, "latin1"), signal);
    }
  };
  await Promise.race([show(), hear()]);
};
