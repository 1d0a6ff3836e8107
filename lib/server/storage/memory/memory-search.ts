import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { searchFolders } from "@/lib/server/storage/matching/search-folders";
import type { SearchBatch, SearchQuery } from "@/lib/server/storage/search";
import type { MemoryResolver } from "./memory-resolver";
import { entryOf, type MemoryFolder } from "./memory-volume";

type Folder = { node: MemoryFolder; real: string };

/** See {@link Storage.search}. */
export function searchMemory(
  { findFolder, policy }: MemoryResolver,
  start: { folder: VirtualPath; query: SearchQuery },
  signal: AbortSignal,
): AsyncGenerator<SearchBatch, void, undefined> {
  const { node: top, real: place } = findFolder(start.folder);
  const tree = {
    top: { node: top, real: place },
    ahead: 1,
    read: async ({ node, real }: Folder) =>
      [...node.nodes]
        .map(([name, child]) => ({ name: name as EntryName, child, real: `${real}/${name}` })) // nodes have no others
        .filter((one) => policy.access(one.real) !== "none")
        .map(({ name, child, real: inner }) => ({
          entry: entryOf(name, child),
          folder: child.kind === "folder" ? { node: child, real: inner } : null,
        })),
    async readIgnoreFile({ node }: Folder) {
      const file = node.nodes.get(".gitignore");
      return file?.kind === "file" ? Buffer.from(file.bytes).toString("utf8") : null;
    },
    finish: async (_: Folder, entry: ReturnType<typeof entryOf>) => entry,
  };
  return searchFolders(tree, start, signal);
}
