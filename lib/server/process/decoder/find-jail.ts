import { findProgram } from "@/lib/server/process/find-program";
import { mayMount } from "@/lib/server/process/jail/launch-bwrap";
import { seccompFilter } from "@/lib/server/process/jail/seccomp-filter";
import { landlockAbi } from "@/lib/server/process/landlock/landlock-abi";
import { programPaths } from "@/lib/server/process/programs";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { bwrapCommand } from "./bwrap-command";
import { decoderAccount } from "./decoder-account";
import { landlockCommand } from "./landlock-command";
import type { JailedCommand, JailedPlan } from "./jailed-plan";

export type Jail = { kind: "bwrap"; bwrap: string; isRoot: boolean } | { kind: "landlock" };

/** Before it (Linux 6.2) whatever can be read could be emptied as well. */
const leastAbi = 3;
/** What a server cannot do now, it may be able to once bubblewrap is there. */
const againMs = 600_000;
const mib = 1024 * 1024;

let known: { jail: Promise<Jail | null>; at: number } | null = null;

/** What this server can confine decoders with, tried once; null: nothing. */
export function findJail(): Promise<Jail | null> {
  if (known === null || performance.now() - known.at > againMs) known = { jail: tryJails(), at: performance.now() };
  return known.jail;
}

async function tryJails(): Promise<Jail | null> {
  const bwrap = await findProgram(await programPaths("bwrap"));
  const isRoot = process.getuid?.() === 0;
  if (bwrap !== null) {
    const jail = { kind: "bwrap", bwrap, isRoot: isRoot && mayMount() } as const;
    if (await works(() => bwrapCommand(trial(), jail))) return jail;
  }
  if (!isRoot || landlockAbi() < leastAbi) return null;
  if (seccompFilter(process.arch, { hasNetwork: false, hasNamespaces: false }) === null) return null;
  return (await works(() => landlockCommand(trial()))) ? { kind: "landlock" } : null;
}

const trial = (): JailedPlan => ({
  user: decoderAccount(),
  input: null,
  readable: [],
  env: {},
  limits: { dataBytes: 512 * mib, cpuSeconds: 10, temporaryBytes: mib, processes: 16 },
  program: "/usr/bin/true",
  argv: ["true"],
});

async function works(make: () => Promise<JailedCommand>): Promise<boolean> {
  try {
    const { program, args, release } = await make();
    const { code } = await runBriefly(program, args);
    release();
    return code === 0;
  } catch {
    return false;
  }
}
