import { fstat, readlink } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { AppError } from "@/lib/shared/errors";
import type { PinnedInput } from "@/lib/server/process/jail/jail-plan";
import type { OsUser } from "@/lib/server/process/os-user";
import { spawnChild, type Child } from "@/lib/server/process/spawn-child";
import { bwrapCommand } from "./bwrap-command";
import { decoderAccount } from "./decoder-account";
import { findJail, type Jail } from "./find-jail";
import { landlockCommand } from "./landlock-command";

export type JailedLimits = {
  /** Of one process: its own memory. */
  dataBytes: number;
  /** Of one process, and of all of it by the clock; null: as long as its signal lets it. */
  cpuSeconds: number;
  timeoutMs: number | null;
  /** All that it keeps in its own folder, and one file of it. */
  temporaryBytes: number;
  processes: number;
};

export type JailedOptions = {
  /**
   * `pipe`: what is written to `stdin`. `fd`: a file of a disk, open here until `spawn`, as descriptor 0, from its beginning, to be read only: it can be sought in, and where the
   * file's rights or owner allow it opened anew as `/proc/self/fd/0` (decision 138).
   */
  input: "ignore" | "pipe" | { fd: number };
  /** Host paths beside the machine's programs that may be read: what is not below /usr. */
  readable?: readonly string[];
  env?: Readonly<Record<string, string>>;
  limits: JailedLimits;
  signal: AbortSignal;
  /** For tests: in place of what is found. */
  jail?: Jail;
};

/** What is said and written is there to be read, always. */
export type Jailed = Child & { stdout: NonNullable<Child["stdout"]>; stderr: NonNullable<Child["stderr"]> };

/** After the system's own work and everybody's. */
const niceness = 10;

const statOf = promisify(fstat);
const linkOf = promisify(readlink);

/**
 * A program that decodes what others made, in a jail of its own: bubblewrap, else Landlock, with one filter of system calls. It sees the machine's programs and its
 * input, and writes to its own folder (HOME and TMPDIR, in memory where there are mounts), which is gone with it. No network, no capability, no other process. Throws preview/no-jail where this
 * server can confine nothing. `stdout` is not bounded: whoever reads it counts, or uses {@link runJailed}.
 */
export async function spawnJailed(
  program: string,
  args: readonly string[],
  { input, readable = [], env = {}, limits, signal, jail: given }: JailedOptions,
): Promise<Jailed> {
  const jail = given ?? (await findJail());
  if (jail === null) throw new AppError("preview/no-jail");
  const pinned = typeof input === "string" ? null : await pinInput(input.fd);
  const user = jail.kind === "bwrap" && jail.isRoot ? accountFor(pinned) : decoderAccount();
  const plan = {
    user,
    input: pinned,
    readable,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", NODE_ENV: "production", ...env },
    limits,
    program,
    argv: [basename(program), ...args],
  };
  const command = jail.kind === "bwrap" ? await bwrapCommand(plan, jail) : await landlockCommand(plan);
  const ends = limits.timeoutMs === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  const child = spawnChild(command.program, command.args, {
    stdio: [input === "pipe" ? "pipe" : "ignore", "pipe", "pipe"],
    signal: ends,
    niceness,
  });
  child.once("close", command.release);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("a program without pipes");
  // What it was writing to is gone once it is: `close` tells that.
  for (const stream of [child.stdin, stdout, stderr]) stream?.on("error", () => {});
  return Object.assign(child, { stdout, stderr });
}

type Pinned = PinnedInput & { uid: number; gid: number; mode: number };

async function pinInput(fd: number): Promise<Pinned> {
  const [{ dev, ino, uid, gid, mode }, place] = await Promise.all([
    statOf(fd, { bigint: true }),
    linkOf(`/proc/self/fd/${fd}`),
  ]);
  return { place, id: `${dev}:${ino}`, uid: Number(uid), gid: Number(gid), mode: Number(mode) };
}

/** Whoever may open the file anew: nobody's account where all may read it, else its owner, who has nothing but this file in the jail, and not to write. Never root. */
function accountFor(input: Pinned | null): OsUser {
  const readableByAll = 0o004;
  const account = decoderAccount();
  if (input === null || input.uid === 0 || (input.mode & readableByAll) !== 0) return account;
  return { ...account, uid: input.uid, gid: input.gid };
}
