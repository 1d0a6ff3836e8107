import {
  IconBinaryTree,
  IconFile,
  IconFileCode,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconFolder,
  IconLinkOff,
  IconMarkdown,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPlug,
  IconTimeline,
  type TablerIcon,
} from "@tabler/icons-react";
import type { FileEntry } from "@/lib/contracts/file";
import { kindOf, languageOf, type EntryKind } from "./kinds";
import styles from "./entry-icon.module.css";

const icons: Record<EntryKind, TablerIcon> = {
  folder: IconFolder,
  image: IconPhoto,
  video: IconMovie,
  audio: IconMusic,
  pdf: IconFileTypePdf,
  md: IconMarkdown,
  draw: IconTimeline,
  act: IconBinaryTree,
  archive: IconFileZip,
  text: IconFileText,
  broken: IconLinkOff,
  special: IconPlug,
  unknown: IconFile,
};

/** The icon of an entry by what it holds; says nothing to screen readers, the name does. */
export function EntryIcon({ entry, size = 18 }: { entry: FileEntry; size?: number }) {
  const kind = kindOf(entry);
  const language = kind === "text" ? languageOf(entry.name) : "";
  const Icon = language !== "" && language !== "text" ? IconFileCode : icons[kind];
  return (
    <Icon
      className={styles["icon"]}
      data-kind={kind}
      size={size}
      stroke={size > 40 ? 1 : size > 20 ? 1.3 : 1.6}
      aria-hidden
    />
  );
}
