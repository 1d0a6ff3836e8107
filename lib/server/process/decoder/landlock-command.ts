import { lstat } from "node:fs/promises";
import { landlockAbi } from "@/lib/server/process/landlock/landlock-abi";
import { handledBeyondFiles, handledFiles, rightsFor } from "@/lib/server/process/landlock/landlock-rights";
import type { LaunchPlan } from "@/lib/server/process/landlock/landlock-launcher";
import { launchCommand } from "@/lib/server/process/landlock/launch-command";
import { systemRule, systemRules } from "@/lib/server/process/landlock/system-rules";
import { seccompFilter } from "@/lib/server/process/jail/seccomp-filter";
import { makePrivateFolder, removePrivateFolder } from "@/lib/server/process/private-folder";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { decoderLimits } from "./decoder-limits";
import { etcOfDecoders, type JailedCommand, type JailedPlan } from "./jailed-plan";

/**
 * The program confined by Landlock and the filter, where there are no mounts to be had. Always as the decoders' account: the owner of a file could change its rights, which Landlock does not
 * keep. Its folder is on the disk, removed as that account.
 */
export async function landlockCommand({
  user,
  input,
  readable,
  env,
  limits: own,
  program,
  argv,
}: JailedPlan): Promise<JailedCommand> {
  const abi = landlockAbi();
  const filter = seccompFilter(process.arch, { hasNetwork: false, hasNamespaces: false });
  if (filter === null) throw new Error("no filter for this machine");
  const home = await makePrivateFolder(user);
  const { dev, ino } = await lstat(home, { bigint: true });
  const cost = decoderLimits(own, { isRoot: true });
  const reading = rightsFor("read", abi);
  const plan: LaunchPlan = {
    user,
    handled: { files: handledFiles(abi), ...handledBeyondFiles(abi, false) },
    rules: [
      ...systemRules(etcOfDecoders, abi),
      ...["/var/cache/fontconfig", ...readable].map((place) => systemRule(place, reading)),
      { place: home, rights: rightsFor("write", abi), isOptional: false, id: `${dev}:${ino}` },
    ],
    input,
    inputRights: rightsFor("file", abi),
    terminalRights: 0,
    limits: cost.limits,
    filter,
    cwd: home,
    env: { ...env, HOME: home, TMPDIR: home },
    program,
    argv,
  };
  const removal = launchCommand({ ...plan, input: null, program: "/bin/rm", argv: ["rm", "-rf", "--", home] });
  return {
    ...launchCommand(plan),
    release: () => {
      // In the group, too: it is left when that is over.
      void runBriefly(removal.program, removal.args) // neither throws
        .then(() => removePrivateFolder(home))
        .then(cost.release);
    },
  };
}
