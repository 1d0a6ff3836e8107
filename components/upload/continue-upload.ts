import type { Words } from "@/components/domain/entry/words";
import { isEntryName, parseVirtualPath } from "@/lib/shared/paths";
import { accountPorts, endRun, loadLimits } from "@/components/domain/upload/account-place";
import { runUploads } from "@/components/domain/upload/run-uploads";
import { isSameFile, urlOfUnfinished } from "@/components/domain/upload/unfinished";
import { forgetUnfinished, type UnfinishedUpload } from "@/components/domain/upload/unfinished-store";

/** Goes on with an upload that was left behind. False: the file is not the one that was being sent. */
export async function continueUpload(upload: UnfinishedUpload, file: File, words: Words): Promise<boolean> {
  const folder = parseVirtualPath(upload.folder);
  if (!isSameFile(upload, file) || folder === null || !isEntryName(file.name)) return false;
  const limits = await loadLimits();
  const { name } = file;
  // The server keeps the policy that was chosen at its beginning.
  const one = {
    base: folder,
    folder,
    name,
    label: name,
    conflict: "fail",
    file,
    url: urlOfUnfinished(upload),
  } as const;
  runUploads([{ ...one, name }], { words, limits, ports: accountPorts, onReplaced: endRun });
  forgetUnfinished(upload.id);
  return true;
}
