import { IconFolderUp, IconUpload } from "@tabler/icons-react";
import { needs, write } from "@/components/domain/action/available";
import type { ActionContext, EntryAction } from "@/components/domain/action/entry-action";
import { pickFiles } from "@/components/domain/transfer/pick-files";

async function uploadPicked({ folder, words }: ActionContext, folders: boolean): Promise<void> {
  const chosen = await pickFiles({ folders });
  if (chosen === null || folder === null) return;
  const { startUploads } = await import("@/components/domain/upload/start-uploads");
  await startUploads(folder, { chosen }, words);
}

export const uploadActions: readonly EntryAction[] = [
  {
    id: "upload",
    icon: IconUpload,
    order: { folder: 40, upload: 10 },
    startsGroup: true,
    when: (scene) => needs(scene, write),
    run: (context) => void uploadPicked(context, false), // shows its own failures
  },
  {
    id: "uploadFolder",
    icon: IconFolderUp,
    order: { folder: 50, upload: 20 },
    when: (scene) => needs(scene, write),
    run: (context) => void uploadPicked(context, true), // shows its own failures
  },
];
