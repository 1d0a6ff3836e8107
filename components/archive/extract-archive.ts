import { awaitArrivalOf } from "@/components/domain/folder/arrivals";
import { watchTask } from "@/components/domain/task/task-store";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { withPassword } from "./with-password";

type Options = {
  path: VirtualPath;
  to: VirtualPath;
  /** What of it; all when left out. */
  only?: string[];
  encoding?: ArchiveEncoding;
  password?: string;
};

/** Unpacks an archive, or a part of it, into a folder; asks for its password when it needs one. */
export async function extractArchive(options: Options, words: Words): Promise<void> {
  try {
    await awaitArrivalOf(options.to, async (end) => {
      const started = await withPassword(nameOf(options.path), words, (password) =>
        api.archive.extract({ ...options, ...(password === undefined ? {} : { password }) }),
      );
      if (started === null) end([]);
      else watchTask(started.taskId, words, () => end([]));
    });
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}
