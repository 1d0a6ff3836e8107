import { limits } from "@/lib/server/base/limits";
import { isWithin } from "@/lib/shared/paths";
import { findProgram } from "@/lib/server/process/find-program";
import { bwrapArguments } from "@/lib/server/process/jail/bwrap-arguments";
import { launchBwrap } from "@/lib/server/process/jail/launch-bwrap";
import { prefixFor } from "@/lib/server/process/jail/prefix-for";
import { seccompFilter } from "@/lib/server/process/jail/seccomp-filter";
import { usrLinks } from "@/lib/server/process/usr-links";
import { decoderLimits } from "./decoder-limits";
import { decoderHome, etcOfDecoders, type JailedCommand, type JailedPlan } from "./jailed-plan";

/** Bubblewrap with the program in it, which it becomes without a word. */
export async function bwrapCommand(
  { user, input, readable, env, limits: own, program, argv }: JailedPlan,
  { bwrap, isRoot }: { bwrap: string; isRoot: boolean },
): Promise<JailedCommand> {
  const prefix = await prefixFor(user, isRoot);
  if (prefix === null) throw new Error("no way to become the account of decoders");
  const prlimit = await findProgram(["/usr/bin/prlimit"]);
  // Set inside, where only the jail's own processes count.
  const limited = prlimit === null ? [] : [prlimit, `--nproc=${own.processes}:${own.processes}`, "--"];
  const { sharedMemoryBytes, runBytes } = limits.previews.jail;
  const cost = decoderLimits(own, { isRoot });
  const launch = launchBwrap(
    {
      user,
      isRoot,
      mounts: [],
      base: {
        readable: [
          "/usr",
          ...etcOfDecoders.map((name) => `/etc/${name}`),
          "/var/cache/fontconfig",
          ...readable.filter((place) => !isWithin(place, "/usr")),
        ],
        links: usrLinks(),
        home: decoderHome,
      },
      sizes: { temporaryBytes: own.temporaryBytes, runBytes },
      limits: cost.limits,
      filter: seccompFilter(process.arch, { hasNetwork: false, hasNamespaces: true }),
      bwrap,
      args: bwrapArguments({
        user,
        hasNetwork: false,
        env: { ...env, HOME: decoderHome, TMPDIR: decoderHome },
        sharedMemoryBytes,
      }),
      begin: ["--chdir", decoderHome, "--", ...limited, program, ...argv.slice(1)],
      ready: null,
      input,
    },
    prefix,
  );
  return { ...launch, release: cost.release };
}
