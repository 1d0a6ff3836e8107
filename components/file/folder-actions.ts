import {
  IconArrowBackUp,
  IconClipboard,
  IconFilePlus,
  IconFolderPlus,
  IconRefresh,
  IconSelectAll,
} from "@tabler/icons-react";
import { allOf, needs, remove, write } from "@/components/domain/action/available";
import type { EntryAction } from "@/components/domain/action/entry-action";
import { undoNewest } from "@/components/domain/task/task-store";

/** What can be done with the open folder and needs no feature of its own. */
export const folderActions: readonly EntryAction[] = [
  {
    id: "newFolder",
    icon: IconFolderPlus,
    order: { folder: 10, new: 10 },
    when: (scene) => needs(scene, write),
    run: ({ page }) => page.create("newFolder"),
  },
  {
    id: "newFile",
    icon: IconFilePlus,
    order: { folder: 20, new: 20 },
    when: (scene) => needs(scene, write),
    run: ({ page }) => page.create("newFile"),
  },
  {
    id: "paste",
    icon: IconClipboard,
    order: { folder: 70 },
    startsGroup: true,
    shownKey: "Ctrl+V",
    when: (scene) => allOf(needs(scene, write), scene.clipboardCount === 0 ? { why: "clipboard-empty" } : "enabled"),
    run: ({ folder, page }) => folder && page.paste(folder),
  },
  {
    id: "undo",
    icon: IconArrowBackUp,
    order: { folder: 80, resultsPage: 10 },
    keys: ["Ctrl+Z"],
    when: (scene) => allOf(needs(scene, remove, false), scene.undoCount === 0 ? { why: "nothing-to-undo" } : "enabled"),
    run: ({ words }) => undoNewest(words),
  },
  {
    id: "selectAll",
    icon: IconSelectAll,
    order: { folder: 90, resultsPage: 20 },
    startsGroup: true,
    keys: ["Ctrl+A"],
    when: ({ rowCount }) => (rowCount === 0 ? { why: "nothing-here" } : "enabled"),
    run: ({ page }) => page.selectAll(),
  },
  {
    id: "refresh",
    icon: IconRefresh,
    order: { folder: 130, resultsPage: 30 },
    when: () => "enabled",
    run: ({ page }) => page.refresh(),
  },
];
