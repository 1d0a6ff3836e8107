import { limits } from "@/lib/server/base/limits";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { nullIfUnreadable, searchFolders } from "@/lib/server/storage/matching/search-folders";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SearchBatch, SearchQuery } from "@/lib/server/storage/search";
import type { Entry } from "@/lib/server/storage/storage";
import { asAppError } from "./protocol/sftp-status";
import { entryOf } from "./sftp-entry";
import { readEntry } from "./sftp-links";
import { readSmall, readVisible } from "./sftp-list";
import type { Found, SftpResolver } from "./sftp-resolver";

/** Folders under way at once: each takes three answers' time. */
const ahead = 8;
const maxIgnoreBytes = limits.expressions.ignoreRules.fileBytes;

/** See {@link Storage.search}. */
export async function* searchSftp(
  resolver: SftpResolver,
  start: { folder: VirtualPath; query: SearchQuery },
  signal: AbortSignal,
): AsyncGenerator<SearchBatch, void, undefined> {
  const top = await resolver.findFolder(start.folder);
  const tree = {
    top,
    ahead,
    async read(folder: Found, stop: AbortSignal) {
      const found = await asAppError(readVisible(folder, stop)).catch((error: unknown) =>
        folder === top ? Promise.reject(error) : nullIfUnreadable(error),
      );
      if (found === null) return null;
      // What waits from here on is bounded by the search.
      found.held.end();
      return found.names.map(({ name, attributes }) => {
        const entry = entryOf(name, attributes);
        return { entry, folder: entry.kind === "folder" ? below(folder, name, attributes) : null };
      });
    },
    async readIgnoreFile({ host, path }: Found) {
      const file = await asAppError(readSmall(host.session, joinPlace(path, ".gitignore"), maxIgnoreBytes));
      return file === null ? null : Buffer.from(file.bytes).toString("utf8");
    },
    async finish(folder: Found, entry: Entry) {
      return entry.kind === "link" ? readEntry({ ...folder, name: entry.name }).catch(nullIfUnreadable) : entry;
    },
  };
  yield* searchFolders(tree, start, signal);
}

/** A folder in a folder, which was seen as one a moment ago. */
function below(folder: Found, name: EntryName, attributes: Found["attributes"]): Found {
  const [path, real] = [joinPlace(folder.path, name), joinPlace(folder.real, name)];
  return { ...folder, path, real, attributes, access: folder.policy.access(real) };
}
