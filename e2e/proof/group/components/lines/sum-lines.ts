import type { ChosenEntry } from "@/components/domain/action/entry-action";
import type { Words } from "@/components/domain/entry/words";
import { watchTask } from "@/components/domain/task/task-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";

export async function sumLines(chosen: readonly ChosenEntry[], words: Words): Promise<void> {
  try {
    const { taskId } = await api.lines.sumLines({ files: chosen.map(({ path }) => path) });
    watchTask(taskId, words);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}
