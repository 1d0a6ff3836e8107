import type { FileEntry } from "@/lib/contracts/file";
import { drawings, FileDrawing, FolderDrawing, LinkBadge } from "./icon-drawings";
import { iconOf } from "./icon-of";
import styles from "./entry-icon.module.css";

/** The icon of an entry by what it holds; says nothing to screen readers, the name does. */
export function EntryIcon({ entry, size = 20 }: { entry: Pick<FileEntry, "name" | "kind" | "link">; size?: number }) {
  const name = iconOf(entry);
  return (
    <svg
      className={styles["icon"]}
      data-colour={name === "folder" ? "folder" : drawings[name].colour}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
    >
      {name === "folder" ? <FolderDrawing /> : <FileDrawing name={name} />}
      {entry.link === undefined || name === "broken" ? null : <LinkBadge />}
    </svg>
  );
}
