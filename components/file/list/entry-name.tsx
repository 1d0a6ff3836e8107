import type { ReactNode } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import { shownName } from "@/lib/shared/shown-name";
import { RenameField } from "./rename-field";

type Props = {
  entry: FileEntry;
  /** Before the name. */
  mark?: ReactNode;
  isRenaming: boolean;
  className: string | undefined;
  onRenameEnd: (end: RenameEnd) => void;
};

/** The name in a row or tile, or the field to change it. */
export function EntryName({ entry, mark, isRenaming, className, onRenameEnd }: Props) {
  if (isRenaming) return <RenameField entry={entry} onEnd={onRenameEnd} />;
  return (
    <span className={className} dir="auto" title={shownName(entry.name)}>
      {mark}
      {shownName(entry.name)}
    </span>
  );
}
