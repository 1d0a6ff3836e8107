import type { FileEntry } from "@/lib/contracts/file";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import { shownName } from "@/lib/shared/shown-name";
import { RenameField } from "./rename-field";

type Props = {
  entry: FileEntry;
  isRenaming: boolean;
  className: string | undefined;
  onRenameEnd: (end: RenameEnd) => void;
};

/** The name in a row or tile, or the field to change it. */
export function EntryName({ entry, isRenaming, className, onRenameEnd }: Props) {
  if (isRenaming) return <RenameField entry={entry} onEnd={onRenameEnd} />;
  return (
    <span className={className} dir="auto" title={shownName(entry.name)}>
      {shownName(entry.name)}
    </span>
  );
}
