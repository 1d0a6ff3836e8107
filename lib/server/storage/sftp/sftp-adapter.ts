import type { Asker, StorageAdapter } from "@/lib/server/storage/adapter";
import { isUnfinishedFile } from "@/lib/server/storage/own-names";
import { asAppError, isStatus, statusCodes } from "./protocol/sftp-status";
import { createSftpStorage } from "./create-sftp-storage";
import { realPath } from "./real-path";
import { createSeenContents } from "./seen-contents";
import {
  openHost,
  parsePlace,
  placeAt,
  type OpenSftp,
  type SessionKind,
  type SftpHost,
  type SftpShared,
} from "./sftp-host";

export type { OpenSftp };

const sftp: SessionKind = { kind: "sftp", keepsTrash: true, lookEveryMs: 5_000, tellsLoss: false };

/**
 * Hosts that are reached by SFTP, or what else answers the calls of its sessions. Place ids: `<kind>:<volume>/<absolute path there without its first slash>`, and
 * `<kind>:<volume>` for its `/`.
 */
export function createSftpAdapter(open: OpenSftp, kind: SessionKind = sftp): StorageAdapter {
  const leftovers: SftpShared["leftovers"] = new Map();
  const shared: SftpShared = {
    ...kind,
    open: (volume, asker) => openHost(open, leftovers, { volume, asker }),
    seen: createSeenContents(),
    reals: new Map(),
    changes: new Set(),
    leftovers,
  };

  type Work<T> = (host: SftpHost, path: string) => Promise<T>;

  async function at<T>(place: string, asker: Asker | null, work: Work<T>): Promise<T | null> {
    const parsed = parsePlace(place);
    if (parsed === null) return null;
    return asAppError(work(await shared.open(parsed.volume, asker), parsed.path));
  }

  return {
    kind: kind.kind,
    create: (input) => createSftpStorage(input, shared),
    places: {
      real: async (place, asker) =>
        (await at(place, asker, async (host, path) => placeAt(host, await realPath(host, path, shared.reals)))) ??
        place,
      isThere: async (place, asker) =>
        (await at(place, asker, async (host, path) => {
          const real = await realPath(host, path, new Map());
          return host.session.lstat(real).then(
            () => true,
            (error: unknown) => {
              if (isStatus(error, statusCodes.noSuchFile, statusCodes.denied)) return false;
              throw error;
            },
          );
        })) ?? false,
      async sweepPart(place) {
        const name = place.slice(place.lastIndexOf("/") + 1);
        if (!isUnfinishedFile(name)) return true;
        try {
          await at(place, null, (host, path) => host.session.remove(path));
          return true;
        } catch (error) {
          return error instanceof Error && error.message === "file/not-found";
        }
      },
    },
  };
}
