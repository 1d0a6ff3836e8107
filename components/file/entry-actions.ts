import {
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconEdit,
  IconExternalLink,
  IconFolderShare,
  IconLink,
  IconScissors,
  IconTrash,
} from "@tabler/icons-react";
import { allOf, isFolderEntry, needs, oneOnly, remove, write } from "@/components/domain/action/available";
import type { ActionContext, EntryAction } from "@/components/domain/action/entry-action";
import { copyText, fillClipboard } from "@/components/domain/transfer/clipboard-store";
import { transferTo } from "@/components/domain/verbs/transfer-to";
import { showToast } from "@/components/ui/toast/toast-store";
import { parentOf } from "@/lib/shared/paths";

function fill({ chosen, words }: ActionContext, mode: "copy" | "cut"): void {
  const files = chosen.map(({ path }) => path);
  if (files.length === 0) return;
  fillClipboard({ mode, files });
  showToast({ kind: "success", message: words.t(mode === "copy" ? "copied" : "cutDone", { count: files.length }) });
}

function transfer({ chosen, folder, words }: ActionContext, act: "moveTo" | "copyTo"): void {
  const files = chosen.map(({ path }) => path);
  const [first] = files;
  if (first !== undefined) void transferTo({ act, files, start: folder ?? parentOf(first) ?? first }, words); // shows its own failures
}

async function deleteChosen({ chosen, words }: ActionContext, permanent: boolean): Promise<void> {
  const files = chosen.map(({ path }) => path);
  const entries = chosen.map(({ entry }) => entry);
  const { deleteEntries } = await import("@/components/domain/verbs/delete-entries");
  await deleteEntries({ files, entries, permanent }, words);
}

function copyPath({ chosen, folder, words }: ActionContext): void {
  copyText(chosen.length === 0 ? (folder ?? "") : chosen.map(({ path }) => path).join("\n"));
  showToast({ kind: "success", message: words.t("pathCopied") });
}

/** What can be done with chosen entries and needs no feature of its own. */
export const entryActions: readonly EntryAction[] = [
  {
    id: "open",
    icon: IconExternalLink,
    order: { entries: 10, results: 10 },
    keys: ["Enter"],
    when: oneOnly,
    run: ({ one, page }) => one && page.open(one),
  },
  {
    id: "copy",
    icon: IconCopy,
    order: { entries: 60, results: 60, bar: 40 },
    startsGroup: true,
    keys: ["Ctrl+C"],
    when: (scene) => needs(scene, write, false),
    run: (context) => fill(context, "copy"),
  },
  {
    id: "cut",
    icon: IconScissors,
    order: { entries: 70, results: 70, bar: 50 },
    keys: ["Ctrl+X"],
    when: (scene) => needs(scene, remove),
    run: (context) => fill(context, "cut"),
  },
  {
    id: "moveTo",
    icon: IconFolderShare,
    order: { entries: 80, results: 80, bar: 30, phoneBar: 30 },
    keys: ["Ctrl+Shift+X"],
    when: (scene) => needs(scene, remove),
    run: (context) => transfer(context, "moveTo"),
  },
  {
    id: "copyTo",
    icon: IconCopyPlus,
    order: { entries: 90, results: 90 },
    keys: ["Ctrl+Shift+C"],
    when: (scene) => needs(scene, write, false),
    run: (context) => transfer(context, "copyTo"),
  },
  {
    id: "pasteInto",
    icon: IconClipboard,
    order: { entries: 100 },
    when: (scene) => {
      const [first, second] = scene.chosen;
      const isOne = first !== undefined && second === undefined && isFolderEntry(first);
      return isOne && scene.clipboardCount > 0 ? needs(scene, write, false) : "hidden";
    },
    run: ({ one, page }) => one && page.paste(one.path),
  },
  {
    id: "rename",
    icon: IconEdit,
    order: { entries: 110, bar: 60 },
    startsGroup: true,
    keys: ["F2"],
    when: (scene) => allOf(needs(scene, remove), oneOnly(scene)),
    run: ({ one, page }) => page.rename(one),
  },
  {
    id: "copyPath",
    icon: IconLink,
    order: { entries: 140, results: 140, folder: 100 },
    when: () => "enabled",
    run: copyPath,
  },
  {
    id: "delete",
    icon: IconTrash,
    order: { entries: 190, results: 190, bar: 70, phoneBar: 40 },
    startsGroup: true,
    keys: ["Del"],
    danger: true,
    when: (scene) => needs(scene, remove),
    run: (context) => void deleteChosen(context, false), // shows its own failures
  },
  {
    id: "deleteForever",
    icon: IconTrash,
    order: {},
    keys: ["Shift+Del"],
    variantOf: "delete",
    when: (scene) => needs(scene, remove),
    run: (context) => void deleteChosen(context, true), // shows its own failures
  },
];
