import { threadFile } from "@/lib/server/base/thread-file";
import type { LaunchPlan } from "./landlock-launcher";

/** The launcher with this plan, to be run as root: it becomes the program. */
export function launchCommand(plan: LaunchPlan): { program: string; args: string[] } {
  const { href } = threadFile(import.meta.url, "landlock-launcher");
  return { program: process.execPath, args: ["-e", "import(process.argv[1])", href, JSON.stringify(plan)] };
}
