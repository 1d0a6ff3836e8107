import { AppError } from "@/lib/shared/errors";
import { findOpenFolder } from "@/lib/server/process/open-folder";

/**
 * Throws stack/open-folder where another account than root can put something else into the folder of a stack, or in the place of one of those above it: a link
 * where a container is to get a folder, or what an image is built of.
 */
export async function assertPrivate(folder: string): Promise<void> {
  const found = await findOpenFolder(folder);
  if (found === null) return;
  const { path, isThere } = found;
  throw new AppError(isThere ? "stack/open-folder" : "stack/no-folder", { path });
}
