import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { limits } from "@/lib/server/base/limits";
import { findOsUser, type OsUser } from "@/lib/server/process/os-user";
import type { Mount } from "@/lib/server/storage/mounts";
import { pinMounts } from "@/lib/server/storage/pin-mounts";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { confinedHome } from "./confine";
import { openInBwrap } from "./open-in-bwrap";
import { openLandlocked, whyNoLandlock } from "./open-landlocked";
import type { Opener } from "./opener";

export type Confinement = {
  mounts: readonly Mount[];
  hasNetwork: boolean;
  /** Host path inside of a mount; null: its own home folder. */
  cwd: string | null;
  log: Logger;
  /** Whose terminal it is. */
  userId: string;
  /** Host path. */
  bwrapPath?: string;
  /** As root: whether it may make mounts; else it is looked up. */
  mayMount?: boolean;
};

type Options = Confinement & {
  user: OsUser;
  /** Host path. */
  program: string;
  args: readonly string[];
  /** Beside what tells it who and where it is. */
  env: Readonly<Record<string, string>>;
  size: TerminalSize;
  open: Opener;
};

/** The system's folders with programs. */
export const confinedPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/**
 * A program of an account, confined by the kernel to the mounts: by bubblewrap, else by Landlock. Throws terminal/no-bubblewrap, terminal/unconfined,
 * terminal/landlock-*, terminal/too-many-folders: where it cannot be confined there is none.
 */
export async function openConfined(options: Options): Promise<TerminalSource> {
  const { user, log } = options;
  const env = {
    ...options.env,
    HOME: confinedHome,
    USER: user.name,
    LOGNAME: user.name,
    LANG: "C.UTF-8",
    TERM_PROGRAM: "Filedeck",
  };
  const { mounts } = limits.confined;
  if (options.mounts.length > mounts)
    throw new AppError("terminal/too-many-folders", { count: options.mounts.length, limit: mounts });
  const pinned = await pinMounts(options.mounts).catch((error: unknown) => {
    log.warn({ err: error }, "a folder of a terminal is not what it was");
    throw error;
  });
  const bwrap = await openInBwrap({ ...options, env, pinned });
  if (typeof bwrap !== "string") return bwrap;
  const why = whyNoLandlock();
  if (why === null) return openLandlocked({ ...options, pinned, env });
  log.warn({ why }, "a terminal could not be confined, nor by Landlock");
  throw new AppError(bwrap);
}

/** The account of terminals of all but administrators. Throws terminal/no-account. */
export function findAccount(): OsUser {
  const user = findOsUser(terminalSetting.get().account);
  if (user === null || user.uid === 0) throw new AppError("terminal/no-account");
  return user;
}
