import { z } from "zod";
import { defineSetting } from "@/lib/server/group/define-setting";
import { isFromContainer } from "@/lib/server/process/on-host";
import { getApp } from "@/lib/server/runtime/app";

const stored = z.object({
  /** Empty: the usual one. */
  folder: z.string(),
  adopted: z.array(z.object({ name: z.string(), folder: z.string(), files: z.array(z.string()) })),
});

export const stackSetting = defineSetting({
  name: "stacks",
  schema: stored,
  fallback: { folder: "", adopted: [] },
  // Folders of this machine.
  isPortable: false,
});

/** Where everybody else looks for them on a machine that a container is a guest of: our data folder is elsewhere there. */
const usualOfHost = "/opt/stacks";

/** The folder of stacks, a path of the machine. */
export async function stackFolder(): Promise<string> {
  const { folder } = stackSetting.get();
  if (folder !== "") return folder;
  return (await isFromContainer()) ? usualOfHost : `${getApp().env.dataDir}/stacks`;
}
