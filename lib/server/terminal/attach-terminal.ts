import type { terminalChannels } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { limits } from "@/lib/server/base/limits";
import { createWaits } from "@/lib/server/base/waits";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { rightsTo } from "./guest-rights";
import { findSeenTerminal, guestOf, onTerminalsChanged, type OwnedTerminal } from "./terminals";

const lookFor = createWaits(limits.terminalViewers.waits);

/** One browser at one terminal, in the size that whoever came or typed last has room for; those who only look have no say. */
export const attachTerminal: ChannelService<typeof terminalChannels.attach> = async (
  { id, ...size },
  { actor, db, signal },
  { send, received },
) => {
  const userId = userIdOf(actor);
  const terminal = findSeenTerminal(id, userId);
  const rights = () => rightsTo(terminal, { actor, db });
  const shown = whileShown(terminal, userId, async () => (await rights()).maySee);
  try {
    const { maySee, mayType } = await rights();
    if (!maySee) throw new AppError("terminal/gone");
    if (mayType) terminal.resize(size);
    const ended = AbortSignal.any([signal, shown.signal]);
    const show = async () => {
      for await (const bytes of terminal.view(ended)) await send(bytes);
    };
    const hear = async () => {
      for await (const message of received) {
        if (!(await rights()).mayType) continue;
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

/** Its signal fires when its owner shows it to this user no more, or the right to see it is gone. */
function whileShown(
  terminal: OwnedTerminal,
  userId: string,
  isAllowed: () => Promise<boolean>,
): { signal: AbortSignal; release: () => void } {
  const over = new AbortController();
  const stopAsking = recheck({ isAllowed, end: () => over.abort() });
  const stopHearing = onTerminalsChanged((changedFor) => {
    if (changedFor === userId && terminal.userId !== userId && guestOf(terminal, userId) === undefined) over.abort();
  });
  const release = () => {
    stopAsking();
    stopHearing();
  };
  return { signal: over.signal, release };
}
