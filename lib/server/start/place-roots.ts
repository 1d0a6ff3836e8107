import { statSync } from "node:fs";
import { EnvError, type Env } from "@/lib/server/base/env";
import { mountThatMayHang } from "@/lib/server/machine/hanging-mounts";
import { realPlace } from "@/lib/server/machine/own-places";

/**
 * The folders of FILEDECK_ROOTS without links. Throws EnvError where one is not there. A network share is taken as it is: Filedeck starts, also while the share's
 * server does not answer.
 */
export function placeRoots(roots: Env["roots"]): Env["roots"] {
  return roots.map((root) => {
    const hostPath = realPlace(root.hostPath);
    if (mountThatMayHang(hostPath) === null && !isFolder(hostPath))
      throw new EnvError("FILEDECK_ROOTS", `no such folder: ${root.hostPath}`);
    return { ...root, hostPath };
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
