import type { StorageAdapter } from "@/lib/server/storage/adapter";
import { createSftpAdapter, type OpenSftp } from "@/lib/server/storage/sftp/sftp-adapter";

/** The files of a container by its name, by the right of a user, or of one of their tokens; null: of the server itself, for what it has to tidy up. */
export type OpenContainerFiles = OpenSftp;

/** Running containers. Place ids: `container:<name>/<path>`. Nothing of ours is kept in them: no trash, and no versions. */
export function createContainerAdapter(open: OpenContainerFiles): StorageAdapter {
  return createSftpAdapter(open, { kind: "container", keepsTrash: false, lookEveryMs: 1_500, tellsLoss: true });
}
