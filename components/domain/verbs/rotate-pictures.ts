import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

/** A quarter turn: 1 to the right, -1 to the left. */
export type QuarterTurn = 1 | -1;

/** High, as a picture may be turned more than once. */
const quality = 95;

/** Turns pictures one after the other, each saved over what it was, which is kept as a version. How many it has turned; the first failure ends it and is shown. */
export async function rotatePictures(files: readonly VirtualPath[], by: QuarterTurn, words: Words): Promise<number> {
  let done = 0;
  try {
    for (const path of files) {
      await api.imageEdit.saveImage({ path, edits: [{ kind: "turn", by }], to: "replace", quality });
      done += 1;
    }
  } catch (error) {
    const path = files[done];
    const message = words.errorText(error);
    showToast({ kind: "error", message: path === undefined ? message : `${nameOf(path)}: ${message}` });
  }
  if (done > 0) showToast({ kind: "success", message: words.t("rotated", { count: done }) });
  return done;
}
