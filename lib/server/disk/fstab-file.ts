import { AppError, isAppError } from "@/lib/shared/errors";
import { editedBytes, readEditable, writeEditable, type EditableFile } from "@/lib/server/process/editable-file";
import { wordsOf } from "./run-disk-tool";

type Fstab = { path: string; backup: string };

export const readFstab = ({ path }: Pick<Fstab, "path">): Promise<EditableFile> => orFailed(() => readEditable(path));

/** After a copy of it as it was. Gives the new ETag. Throws disk/changed, disk/failed, file/encoding, file/link-target. */
export async function saveFstab(
  { path, backup }: Fstab,
  { text, etag }: { text: string; etag: string },
): Promise<string> {
  const before = await readFstab({ path });
  if (before.etag !== etag) throw new AppError("disk/changed");
  const content = editedBytes(before, text.trim() === "" ? "" : `${text.trimEnd()}\n`);
  const saved = await orFailed(() => writeEditable(before, content, { aside: backup }));
  if (saved === null) throw new AppError("disk/changed");
  return saved;
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    throw new AppError("disk/failed", { text: wordsOf(cause instanceof Error ? cause.message : "", "mv") }, { cause });
  }
}
