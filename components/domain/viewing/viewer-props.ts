import type { FileEntry } from "@/lib/contracts/file";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Neighbours } from "@/components/domain/entry/neighbours";

/** What every viewer gets from the host. */
export type ViewerProps = {
  folder: VirtualPath;
  path: VirtualPath;
  entry: FileEntry;
  /** The entry is no longer in its folder. */
  isGone: boolean;
  neighbours: Neighbours;
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};
