import type { terminalChannels } from "@/lib/contracts/terminal";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { limits } from "@/lib/server/base/limits";
import { createWaits } from "@/lib/server/base/waits";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findSeenTerminal, guestOf, mayType, onTerminalsChanged, type OwnedTerminal } from "./terminals";

const lookFor = createWaits(limits.terminalViewers.waits);

/** One browser at one terminal, in the size that whoever came or typed last has room for; those who only look have no say. */
export const attachTerminal: ChannelService<typeof terminalChannels.attach> = async (
  { id, ...size },
  { actor, signal },
  { send, received },
) => {
  const userId = userIdOf(actor);
  const terminal = findSeenTerminal(id, userId);
  const shown = whileShown(terminal, userId);
  try {
    if (mayType(terminal, actor)) terminal.resize(size);
    const ended = AbortSignal.any([signal, shown.signal]);
    const show = async () => {
      for await (const bytes of terminal.view(ended)) await send(bytes);
    };
    const hear = async () => {
      for await (const message of received) {
        if (!mayType(terminal, actor)) continue;
        if (message.type === "resize") terminal.resize(message);
        else if (message.type === "input") await terminal.write(message.text, ended);
        else await terminal.write(Buffer.from(message.text, "latin1"), ended);
      }
    };
    await lookFor(userId, () => Promise.race([show(), hear()]));
  } finally {
    shown.release();
  }
};

/** Its signal fires when its owner shows it to this user no more. */
function whileShown(terminal: OwnedTerminal, userId: string): { signal: AbortSignal; release: () => void } {
  const over = new AbortController();
  const release = onTerminalsChanged((changedFor) => {
    if (changedFor === userId && terminal.userId !== userId && guestOf(terminal, userId) === undefined) over.abort();
  });
  return { signal: over.signal, release };
}
