import {
  IconArrowBackUp,
  IconFileZip,
  IconPackageExport,
  IconBrush,
  IconClipboard,
  IconCopy,
  IconCopyCheck,
  IconCopyPlus,
  IconChartTreemap,
  IconCloudDownload,
  IconDownload,
  IconEdit,
  IconExternalLink,
  IconFileDownload,
  IconFilePlus,
  IconFileText,
  IconFolderPlus,
  IconFolderShare,
  IconFolderSymlink,
  IconFolderUp,
  IconHistory,
  IconInfoCircle,
  IconLink,
  IconRefresh,
  IconScissors,
  IconSelectAll,
  IconShare,
  IconTrash,
  IconUpload,
  type TablerIcon,
} from "@tabler/icons-react";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { AppError } from "@/lib/shared/errors";
import type { DisabledReason, FileAction, FileActionId } from "./file-actions";
import type { Words } from "@/components/domain/entry/words";

export const actionIcons: Record<FileActionId, TablerIcon> = {
  open: IconExternalLink,
  openAsText: IconFileText,
  download: IconDownload,
  downloadAs: IconFileDownload,
  share: IconShare,
  compress: IconFileZip,
  extract: IconPackageExport,
  rename: IconEdit,
  copy: IconCopy,
  cut: IconScissors,
  moveTo: IconFolderShare,
  copyTo: IconCopyPlus,
  paste: IconClipboard,
  pasteInto: IconClipboard,
  delete: IconTrash,
  deleteForever: IconTrash,
  copyPath: IconLink,
  properties: IconInfoCircle,
  newFolder: IconFolderPlus,
  newFile: IconFilePlus,
  newDrawing: IconBrush,
  upload: IconUpload,
  uploadFolder: IconFolderUp,
  fetch: IconCloudDownload,
  spaceMap: IconChartTreemap,
  duplicates: IconCopyCheck,
  versions: IconHistory,
  undo: IconArrowBackUp,
  showInFolder: IconFolderSymlink,
  selectAll: IconSelectAll,
  refresh: IconRefresh,
};

/** Before these the menu draws a line. */
const groupStarts = new Set<FileActionId>(["copy", "rename", "delete", "upload", "paste", "selectAll"]);

/** A reason in words; the same the server would say where it is the server's. */
export function reasonText(reason: DisabledReason | undefined, { t, errorText }: Words): string | null {
  if (reason === undefined) return null;
  if (reason.why === "permission") return errorText(new AppError("auth/forbidden", { permission: reason.permission }));
  return reason.why === "read-only" ? errorText(new AppError("file/read-only")) : t(`reason.${reason.why}`);
}

export function toMenuItems(
  actions: readonly FileAction[],
  words: Words,
  run: (id: FileActionId) => void,
): readonly MenuItem[] {
  return actions.flatMap(({ id, shortcut, danger, disabled }, index): MenuItem[] => {
    const Icon = actionIcons[id];
    const item: MenuItem = {
      id,
      label: words.t(`action.${id}`),
      icon: <Icon size={17} stroke={1.7} />,
      disabledReason: reasonText(disabled, words),
      onSelect: () => run(id),
      ...(shortcut ? { shortcut } : {}),
      ...(danger ? { danger } : {}),
    };
    return index > 0 && groupStarts.has(id) ? [{ id: `before-${id}`, divider: true }, item] : [item];
  });
}
