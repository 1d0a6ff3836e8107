import type { Logger } from "pino";
import { randomId } from "@/lib/shared/units";
import type { TerminalSize } from "@/lib/shared/terminals";
import { limits } from "@/lib/server/base/limits";
import { findProgram } from "@/lib/server/process/find-program";
import type { PinnedMount } from "@/lib/server/process/jail/jail-plan";
import { bwrapArguments } from "@/lib/server/process/jail/bwrap-arguments";
import { launchBwrap, mayMount } from "@/lib/server/process/jail/launch-bwrap";
import { prefixFor } from "@/lib/server/process/jail/prefix-for";
import { seccompFilter } from "@/lib/server/process/jail/seccomp-filter";
import type { OsUser } from "@/lib/server/process/os-user";
import { folderOf, hasTerminalToItself, programIn } from "@/lib/server/process/process-state";
import { programPaths } from "@/lib/server/process/programs";
import { usrLinks } from "@/lib/server/process/usr-links";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { confinedHome, stageBase } from "./confine";
import { jailLimits } from "./jail-limits";
import type { Opener } from "./opener";
import { startedPty } from "./started-pty";

type Options = {
  user: OsUser;
  /** Whose terminal it is. */
  userId: string;
  pinned: readonly PinnedMount[];
  hasNetwork: boolean;
  /** Host path inside of a mount; null: its home folder. */
  cwd: string | null;
  /** Host path. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  size: TerminalSize;
  open: Opener;
  log: Logger;
  /** Host path. */
  bwrapPath?: string;
  /** As root: whether it may make mounts; else it is looked up. */
  mayMount?: boolean;
};

/** A program that bubblewrap confines to the mounts; or why there is none. */
export async function openInBwrap(
  options: Options,
): Promise<TerminalSource | "terminal/no-bubblewrap" | "terminal/unconfined"> {
  const { user, userId, pinned, hasNetwork, env, size, open, log, bwrapPath } = options;
  const bwrap = await findProgram(bwrapPath === undefined ? await programPaths("bwrap") : [bwrapPath]);
  if (bwrap === null) return "terminal/no-bubblewrap";
  const isRoot = process.getuid?.() === 0 && (options.mayMount ?? mayMount());
  const prefix = await prefixFor(user, isRoot);
  if (prefix === null) return "terminal/unconfined";
  const jail = jailLimits(userId, log);
  const ready = randomId();
  const { temporaryBytes, runBytes, sharedMemoryBytes } = limits.confined;
  const launch = launchBwrap(
    {
      user,
      isRoot,
      mounts: pinned,
      base: stageBase(usrLinks()),
      sizes: { temporaryBytes, runBytes },
      // Only root may put a program into a group.
      limits: isRoot ? jail.limits : { ...jail.limits, groups: [] },
      filter: seccompFilter(process.arch, { hasNetwork, hasNamespaces: true }),
      bwrap,
      args: bwrapArguments({ user, hasNetwork, env, sharedMemoryBytes }),
      begin: await beginning(options),
      ready,
      input: null,
    },
    prefix,
  );
  const pty = await open({ ...launch, cwd: "/", env: {}, ...size, uid: user.uid, isWrapper: true });
  const started = await startedPty(pty, { ready, ended: jail.release });
  if (typeof started === "string") {
    log.info({ said: started, account: user.name }, "bubblewrap cannot confine terminals here");
    return "terminal/unconfined";
  }
  const { pid, write, backlog, resize, pause, resume } = pty;
  return {
    program: user.name,
    listen: started.listen,
    write,
    backlog,
    resize,
    pause,
    resume,
    end: pty.end,
    place: (said) => folderOf(programIn(pid)) ?? said,
    isAtPrompt: () => hasTerminalToItself(programIn(pid)),
  };
}

/** The limit is set inside, where only the jail's own processes count. */
async function beginning({ cwd, program, args }: Options): Promise<string[]> {
  const { shellProcesses } = limits.confined;
  const prlimit = await findProgram(["/usr/bin/prlimit"]);
  const limited = prlimit === null ? [] : [prlimit, `--nproc=${shellProcesses}:${shellProcesses}`, "--"];
  return ["--chdir", cwd ?? confinedHome, "--", ...limited, program, ...args];
}
