import { hostFiles } from "./account-files";
import { isFromContainer } from "./on-host";

const [writableByOthers, sticky] = [0o022, 0o1000];

/**
 * The first folder on the way to this one, itself and what its links lead to included, in which another account than root can put something else in the place of what
 * is there; null for none. An ACL that lets somebody write shows in the group's bits.
 */
export async function findOpenFolder(folder: string): Promise<{ path: string; isThere: boolean } | null> {
  const [real = folder] = await hostFiles.realPaths([folder]);
  const paths = [...new Set([folder, real].flatMap(withAncestors))];
  const own = (await isFromContainer()) ? 0 : (process.getuid?.() ?? 0);
  const owners = await hostFiles.ownersOf(paths);
  for (const [index, path] of paths.entries()) {
    const found = owners[index];
    if (found === null || found === undefined) return { path, isThere: false };
    const { uid, mode } = found;
    // What is in a folder such as /tmp only its owner renames and removes.
    const isShared = (mode & writableByOthers) !== 0 && (path === folder || path === real || (mode & sticky) === 0);
    if ((uid !== 0 && uid !== own) || isShared) return { path, isThere: true };
  }
  return null;
}

/** From the root to the path itself. */
function withAncestors(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  return ["/", ...names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`)];
}
