import { threadFile } from "@/lib/server/base/thread-file";
import type { HostCommand } from "@/lib/server/process/on-host";
import type { PlacePlan } from "./place-launcher";

/** The launcher with this plan: it becomes the plan's program. */
export function launchAtPlace(plan: PlacePlan): HostCommand {
  const { href } = threadFile(import.meta.url, "place-launcher");
  return { program: process.execPath, args: ["-e", "import(process.argv[1])", href, JSON.stringify(plan)] };
}
