import type { Access } from "@/lib/contracts/endpoint";
import type { TerminalSize } from "@/lib/shared/terminals";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { askerOf, assertHolds } from "@/lib/server/session/still-holds";
import { recorderFor } from "./recording/start-recording";
import type { TerminalSource } from "./terminal-source";
import { addTerminal, removeTerminal, type OwnedTerminal } from "./terminals";

type Options = {
  /** What the caller must be allowed as long as it is there, with the folders of now. */
  access: Access;
  /** What must hold beside it, of the caller with the rights of then. */
  mayStill?: (now: Actor) => boolean | Promise<boolean>;
  /** What must hold of those whom its owner shows it to, beside `access`. */
  admits?: OwnedTerminal["admits"];
  size: TerminalSize;
  hostId?: string;
  open: () => Promise<TerminalSource>;
};

/** A terminal of the caller's, which ends when the right to it does. Throws auth/required where what signs the caller in has ended while it opened. */
export async function openWatched(
  { actor, db, log }: Pick<Ctx, "actor" | "db" | "log">,
  { access, mayStill, admits, size, hostId, open }: Options,
): Promise<OwnedTerminal> {
  const { username: ownerName, sessionId } = actor;
  const owner = { userId: userIdOf(actor), ownerName, sessionId, hostId: hostId ?? null, access, admits };
  const terminal = await addTerminal(owner, {
    size,
    open,
    recorderFor: (source) => recorderFor({ actor, db, log }, { source, size }),
  });
  try {
    // Whoever ends a session, or resets an account, writes first and then ends its terminals: one that was too late for that is seen here.
    await assertHolds(db, askerOf(actor));
  } catch (error) {
    void removeTerminal(terminal); // ends by force what does not end
    throw error;
  }
  const stopAsking = recheck({
    isAllowed: () => isUserAllowed(db, actor, access, mayStill),
    end: () => void removeTerminal(terminal), // ends by force what does not end
  });
  void terminal.ended.then(stopAsking);
  return terminal;
}
