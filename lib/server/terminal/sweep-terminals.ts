import type { EndReason } from "@/lib/shared/end-reasons";
import { allTerminals, removeTerminal } from "./terminals";
import { terminalSetting } from "./terminal-setting";

const hourMs = 3_600_000;
/** What one that has ended said last can be read for so long. */
const keptEndedMs = hourMs;

/** Ends those that nobody uses, and forgets those that have ended. */
export async function sweepTerminals(): Promise<void> {
  const { idleHours } = terminalSetting.get();
  const isLeft = (sinceMs: number, hasEnded: boolean) => {
    const idleMs = Date.now() - sinceMs;
    return hasEnded ? idleMs > keptEndedMs : idleHours > 0 && idleMs > idleHours * hourMs;
  };
  const left = allTerminals().filter(({ idleSinceMs, info }) => {
    const since = idleSinceMs();
    return since !== null && isLeft(since, info().exit !== null);
  });
  await Promise.all(left.map(removeTerminal));
}

/**
 * Terminals outlive the session that opened them, so that another device can go on; not where the session was ended because it should not have been
 * there: by hand, with a new password, with the user.
 */
export function endTerminalsOf(sessionIds: readonly string[], reason: EndReason | null): void {
  if (reason === null || reason === "expired" || reason === "crowded") return;
  for (const terminal of allTerminals())
    if (terminal.sessionId !== null && sessionIds.includes(terminal.sessionId)) void removeTerminal(terminal); // ends by force what does not end
}

export async function endAllTerminals(): Promise<void> {
  await Promise.all(allTerminals().map(removeTerminal));
}
