import { isFolder } from "@/components/domain/entry/sort-rows";
import { pages } from "@/lib/client/urls";
import type { FileEntry } from "@/lib/contracts/file";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

type Placed = { path: VirtualPath; entry: Pick<FileEntry, "kind" | "link"> };

/** The page that shows an entry: a folder itself, a file opened in its folder. */
export function addressOfEntry({ path, entry }: Placed): string {
  const folder = parentOf(path);
  return isFolder(entry) || folder === null ? pages.files(path) : pages.files(folder, nameOf(path));
}
