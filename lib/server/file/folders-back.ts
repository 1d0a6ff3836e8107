import { createHash } from "node:crypto";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parentOf } from "@/lib/shared/paths";
import { createClosedParents, isFolder } from "@/lib/server/entries/create-parents";
import { giveBackKept, moveOwnKept, type Left } from "@/lib/server/entries/kept/follow-entries";
import type { StepOutcome } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { MovedPair } from "@/lib/server/storage/noted-entries";
import { noteNow } from "@/lib/server/trash/is-still";
import { rightsLost } from "./move-back";
import { notedPath } from "./undo-notes";

export type FoldersBack = {
  /** Makes a folder again that was emptied by the move and removed, before its content comes back. */
  remake(pair: MovedPair): Promise<StepOutcome>;
  /** When all is back: gives it its time, and takes away the folder that was made for what was in it. */
  finish(pair: MovedPair): Promise<StepOutcome>;
};

/** Folders whose content moved one by one, on their way back. */
export function createFoldersBack(ctx: Parts): FoldersBack {
  const { storage: all } = ctx;
  /** Those made here; by hash, as paths may be long. */
  const remade = new Set<string>();
  const keyOf = (path: string) => createHash("sha256").update(path, "utf16le").digest("base64");
  /** What was told of last: the folders that it is in are not empty either. */
  let stayed = "";

  return {
    async remake({ from, fromPlace, folder }) {
      const target = notedPath({ path: from, place: fromPlace });
      const storage = all.pinned([target]);
      const parent = parentOf(target.path);
      if (folder?.isGone !== true || (await isFolder(storage, target.path))) return {};
      if (parent === null) throw new AppError("file/protected");
      const { like } = folder;
      const closed = await createClosedParents(storage, like === null ? target.path : parent);
      const isWhole = like === null || (await storage.remakeFolder(target.path, like));
      remade.add(keyOf(from));
      return { failures: rightsLost(isWhole ? closed : [...closed, target.path]) };
    },
    async finish({ from, fromPlace, to, toPlace, id, folder, kept }) {
      if (kept !== undefined) await giveBack({ place: fromPlace, kept }, ctx);
      const failures: { path: string; error: string }[] = [];
      if (folder?.isMade === true) {
        const made = notedPath({ path: to, place: toPlace });
        const storage = all.pinned([made]);
        const now = await noteNow(storage, made.path);
        const isIt = now?.kind === "folder" && (id === null || now.id === id);
        // What was kept with the one that it was made of went to it.
        if (isIt && folder.isGone && (await isThere(fromPlace, ctx))) await moveOwnKept(toPlace, fromPlace, ctx);
        const error = isIt ? await storage.removeEmptyFolder(made.path).then(() => null, failureOf) : null;
        if (isIt && error === null) await moveOwnKept(toPlace, null, ctx);
        if (error !== null && !stayed.startsWith(`${to}/`)) failures.push({ path: to, error });
        if (error !== null) stayed = to;
      }
      const mtimeMs = folder?.like?.mtimeMs;
      if (mtimeMs !== undefined && remade.has(keyOf(from))) {
        const target = notedPath({ path: from, place: fromPlace });
        const { signal } = new AbortController();
        await all
          .pinned([target])
          .setAttributes(target.path, { change: { mtimeMs }, recursive: false, signal })
          .catch(() => undefined);
      }
      return { failures };
    },
  };
}

type Parts = Pick<Ctx, "storage" | "db" | "log">;

/** By the place alone: the roots may have changed. */
async function isThere(place: string, { storage }: Pick<Ctx, "storage">): Promise<boolean> {
  const path = storage.locate(place);
  return path !== null && (await isFolder(storage.pinned([{ path, place }]), path));
}

async function giveBack(left: Left, ctx: Parts): Promise<void> {
  if (await isThere(left.place, ctx)) await giveBackKept(left, ctx);
}

function failureOf(error: unknown): string | null {
  if (!isAppError(error)) throw error;
  return error.key === "file/not-found" ? null : error.key;
}
