import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import type { Service } from "@/lib/server/http/service";
import { findHostNeeds, hostShell } from "@/lib/server/process/host-access";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import type { Actor } from "@/lib/server/runtime/ctx";
import { openWatched } from "./open-watched";
import type { TerminalSource } from "./terminal-source";

export const getHostShell: Service<typeof terminalContract.getHostShell> = async (_, { actor }) => {
  assertRoot(actor);
  return { missing: await findHostNeeds() };
};

export const openHostShell: Service<typeof terminalContract.openHostShell> = async (size, ctx) => {
  assertRoot(ctx.actor);
  const missing = await findHostNeeds();
  if (missing === null || missing.length > 0) throw new AppError("terminal/no-host");
  const terminal = await openWatched(ctx, { access: "terminal", size, open: () => Promise.resolve(openSource(size)) });
  return { id: terminal.id };
};

function openSource(size: TerminalSize): TerminalSource {
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const { listen, write, backlog, resize, pause, resume, end } = openPty({
    ...hostShell,
    cwd: "/",
    // The host's own files say the rest.
    env: {
      HOME: "/root",
      USER: "root",
      LOGNAME: "root",
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      COLORTERM: "truecolor",
      TERM_PROGRAM: "Filedeck",
    },
    ...size,
  });
  // Its folders are none of this container's.
  return { program: "host", listen, write, backlog, resize, pause, resume, end, place: () => null };
}

function assertRoot({ isRoot }: Actor): void {
  if (!isRoot) throw new AppError("auth/forbidden", { permission: "is_root" });
}
