import type { TerminalSize } from "@/lib/shared/terminals";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { assertMayHaveShell, mayHaveShell } from "./commands/may-run";
import { keepsNetwork } from "./confined/keeps-network";
import { openConfinedShell } from "./confined/open-confined-shell";
import { openShell } from "./open-shell";
import { openWatched } from "./open-watched";
import type { OwnedTerminal } from "./terminals";
import type { TerminalSource } from "./terminal-source";

type Begin = {
  /** Host path; null: the home folder. */
  cwd: string | null;
  size: TerminalSize;
  /** A command line that the shell runs instead of asking for some. */
  command?: string;
};

/** A shell with what its caller may do and no more. Throws terminal/limited-to-commands for those who may have none. */
export async function openOwnShell(
  { actor, storage, log }: Ctx,
  { cwd, size, command }: Begin,
): Promise<TerminalSource> {
  assertMayHaveShell(actor);
  // A shell of the server's user is bound by nothing.
  if (actor.isRoot) return openShell({ cwd, size, command });
  const hasNetwork = actor.permissions.has("lan_access");
  return openConfinedShell({
    mounts: await storage.mounts(),
    hasNetwork,
    cwd,
    size,
    command,
    log,
    userId: userIdOf(actor),
  });
}

/** A terminal with such a shell, which ends when its owner may not have it any more. */
export function openOwnTerminal(ctx: Ctx, begin: Begin): Promise<OwnedTerminal> {
  return openWatched(ctx, {
    access: "terminal",
    mayStill: (now) => mayHaveShell(now) && keepsNetwork(ctx.actor, now),
    size: begin.size,
    open: () => openOwnShell(ctx, begin),
  });
}
