import { z } from "zod";
import { defineSetting } from "@/lib/server/group/define-setting";
import { isFromContainer } from "@/lib/server/process/on-host";
import { getApp } from "@/lib/server/runtime/app";

const stored = z.object({
  /** Empty: the usual one. */
  folder: z.string(),
  adopted: z.array(z.object({ name: z.string(), folder: z.string(), files: z.array(z.string()) })),
  /** What was approved of each stack, by its hash (`approvals.ts`), and the Compose files that it was read from. */
  approved: z.array(z.object({ name: z.string(), folder: z.string(), files: z.array(z.string()), digest: z.string() })),
  /** The hash of the files of each stack as they were last deployed (`deployed-files.ts`). */
  deployed: z.array(z.object({ name: z.string(), folder: z.string(), digest: z.string() })),
  /** Which images the last deployment of each stack has left of those that it builds: ids by names, and by the services the hashes of what was approved of their builds. */
  built: z.array(
    z.object({
      name: z.string(),
      folder: z.string(),
      images: z.record(z.string(), z.string()),
      builds: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

export const stackSetting = defineSetting({
  name: "stacks",
  schema: stored,
  fallback: { folder: "", adopted: [], approved: [], deployed: [], built: [] },
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

let closed: { of: unknown; folders: readonly string[] } | null = null;

/** Folders that nobody but administrators reaches by way of files: who writes there decides what root runs, and secrets are in them. The same list until it changes. */
export function closedStackFolders(): readonly string[] {
  const setting = stackSetting.get();
  if (closed?.of === setting) return closed.folders;
  const { folder, adopted } = setting;
  closed = { of: setting, folders: [...(folder === "" ? [] : [folder]), ...adopted.map((one) => one.folder)] };
  return closed.folders;
}
