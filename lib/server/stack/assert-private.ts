import { AppError } from "@/lib/shared/errors";
import { hostFiles } from "@/lib/server/process/account-files";
import { isFromContainer } from "@/lib/server/process/on-host";

const [writableByOthers, sticky] = [0o022, 0o1000];

/**
 * Throws stack/open-folder where another account than root can put something else into the folder of a stack, or in the place of one of those above it: a link
 * where a container is to get a folder, or what an image is built of. An ACL that lets somebody write shows in the group's bits.
 */
export async function assertPrivate(folder: string): Promise<void> {
  const [real = folder] = await hostFiles.realPaths([folder]);
  const paths = [...new Set([folder, real].flatMap(withAncestors))];
  const own = (await isFromContainer()) ? 0 : (process.getuid?.() ?? 0);
  const owners = await hostFiles.ownersOf(paths);
  for (const [index, path] of paths.entries()) {
    const found = owners[index];
    if (found === null || found === undefined) throw new AppError("stack/no-folder", { path });
    const { uid, mode } = found;
    // What is in a folder such as /tmp only its owner renames and removes.
    const isShared = (mode & writableByOthers) !== 0 && (path === folder || path === real || (mode & sticky) === 0);
    if ((uid !== 0 && uid !== own) || isShared) throw new AppError("stack/open-folder", { path });
  }
}

/** From the root to the path itself. */
function withAncestors(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  return ["/", ...names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`)];
}
