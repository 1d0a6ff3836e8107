import type { FileEntry } from "@/lib/contracts/file";
import type { Permission } from "@/lib/shared/permissions";
import { kindOf } from "@/components/domain/entry/kinds";
import { hasText } from "@/components/domain/entry/open-rule";

export type FileActionId =
  | "open"
  | "openAsText"
  | "download"
  | "downloadAs"
  | "share"
  | "compress"
  | "extract"
  | "rename"
  | "copy"
  | "cut"
  | "moveTo"
  | "copyTo"
  | "paste"
  | "pasteInto"
  | "delete"
  | "deleteForever"
  | "copyPath"
  | "properties"
  | "newFolder"
  | "newFile"
  | "newDrawing"
  | "upload"
  | "uploadFolder"
  | "fetch"
  | "spaceMap"
  | "duplicates"
  | "versions"
  | "undo"
  | "showInFolder"
  | "selectAll"
  | "refresh";

/** Why an action is there but cannot be chosen; the same the server would answer. */
export type DisabledReason =
  | { why: "permission"; permission: Permission }
  | { why: "read-only" }
  | { why: "one-only" }
  | { why: "clipboard-empty" }
  | { why: "nothing-here" }
  | { why: "nothing-to-undo" };

export type FileAction = { id: FileActionId; shortcut?: string; danger?: boolean; disabled?: DisabledReason };

export type ActionScene = {
  /** At most two are looked at; the rest is a number. */
  chosen: readonly Pick<FileEntry, "name" | "kind" | "link">[];
  can: (permission: Permission) => boolean;
  isWritable: boolean;
  clipboardCount: number;
  rowCount: number;
  undoCount: number;
};

const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";
const remove: Permission = "filecat_file_delete_cut_rename";

/** What saving a file takes, which is one of two rights. */
function saving({ can }: ActionScene): Permission {
  return can("filecat_file_context_update") ? "filecat_file_context_update" : write;
}

function needs(
  { can, isWritable }: ActionScene,
  permission: Permission,
  changesFolder = true,
): DisabledReason | undefined {
  if (!can(permission)) return { why: "permission", permission };
  return changesFolder && !isWritable ? { why: "read-only" } : undefined;
}

function action(
  id: FileActionId,
  disabled: DisabledReason | undefined,
  rest: Omit<FileAction, "id" | "disabled"> = {},
): FileAction {
  return { id, ...rest, ...(disabled ? { disabled } : {}) };
}

/** What can be done with the chosen entries. */
export function actionsFor(scene: ActionScene): readonly FileAction[] {
  const [first, second] = scene.chosen;
  if (first === undefined) return actionsForFolder(scene);
  const oneOnly: DisabledReason | undefined = second === undefined ? undefined : { why: "one-only" };
  const isFolder = first.kind === "folder" || first.link?.leadsTo === "folder";
  return [
    action("open", oneOnly, { shortcut: "Enter" }),
    ...(second === undefined && hasText(kindOf(first)) ? [action("openAsText", undefined)] : []),
    action("download", needs(scene, "file_read", false)),
    ...(isFolder || second !== undefined ? [action("downloadAs", needs(scene, "file_read", false))] : []),
    ...(scene.can("file_share") ? [action("share", undefined)] : []),
    action("copy", needs(scene, write, false), { shortcut: "Ctrl+C" }),
    action("cut", needs(scene, remove), { shortcut: "Ctrl+X" }),
    action("moveTo", needs(scene, remove), { shortcut: "Ctrl+Shift+X" }),
    action("copyTo", needs(scene, write, false), { shortcut: "Ctrl+Shift+C" }),
    ...(isFolder && second === undefined && scene.clipboardCount > 0
      ? [action("pasteInto", needs(scene, write, false))]
      : []),
    action("rename", needs(scene, remove) ?? oneOnly, { shortcut: "F2" }),
    action("compress", needs(scene, write)),
    ...(second === undefined && kindOf(first) === "archive" ? [action("extract", needs(scene, write))] : []),
    action("copyPath", undefined),
    ...(isFolder && second === undefined ? [action("spaceMap", undefined), action("duplicates", undefined)] : []),
    ...(first.kind === "file" && second === undefined ? [action("versions", needs(scene, saving(scene)))] : []),
    action("properties", oneOnly, { shortcut: "Alt+Enter" }),
    action("delete", needs(scene, remove), { shortcut: "Del", danger: true }),
  ];
}

/** What can be done with chosen results of a search, which may lie in many folders. */
export function actionsForResults(scene: ActionScene): readonly FileAction[] {
  const oneOnly: DisabledReason | undefined = scene.chosen.length < 2 ? undefined : { why: "one-only" };
  const refused = new Set<FileActionId>(["rename", "pasteInto", "compress", "extract", "spaceMap", "duplicates"]);
  const [open, ...rest] = actionsFor(scene).filter(({ id }) => !refused.has(id));
  return [...(open === undefined ? [] : [open]), action("showInFolder", oneOnly, { shortcut: "Ctrl+Enter" }), ...rest];
}

/** What can be done with the open folder itself. */
export function actionsForFolder(scene: ActionScene): readonly FileAction[] {
  const empty: DisabledReason | undefined = scene.rowCount === 0 ? { why: "nothing-here" } : undefined;
  return [
    action("newFolder", needs(scene, write)),
    action("newFile", needs(scene, write)),
    action("newDrawing", needs(scene, write)),
    action("upload", needs(scene, write)),
    action("uploadFolder", needs(scene, write)),
    ...(scene.can("http_proxy") ? [action("fetch", needs(scene, write))] : []),
    action("paste", needs(scene, write) ?? (scene.clipboardCount === 0 ? { why: "clipboard-empty" } : undefined), {
      shortcut: "Ctrl+V",
    }),
    action("undo", needs(scene, remove, false) ?? (scene.undoCount === 0 ? { why: "nothing-to-undo" } : undefined), {
      shortcut: "Ctrl+Z",
    }),
    action("selectAll", empty, { shortcut: "Ctrl+A" }),
    action("copyPath", undefined),
    action("spaceMap", undefined),
    action("duplicates", undefined),
    action("refresh", undefined),
  ];
}

type Press = { key: string; ctrl: boolean; shift: boolean; alt: boolean };

/** The action that a key press in the list asks for. Ctrl is Command on a Mac. */
export function actionForKey({ key, ctrl, shift, alt }: Press): FileActionId | null {
  if (alt) return key === "Enter" && !ctrl && !shift ? "properties" : null;
  if (ctrl && !shift) {
    switch (key.toLowerCase()) {
      case "a":
        return "selectAll";
      case "c":
        return "copy";
      case "x":
        return "cut";
      case "z":
        return "undo";
      case "enter":
        return "showInFolder";
      default:
        return null;
    }
  }
  if (ctrl) {
    if (key.toLowerCase() === "x") return "moveTo";
    return key.toLowerCase() === "c" ? "copyTo" : null;
  }
  switch (key) {
    case "Enter":
      return shift ? null : "open";
    case "F2":
      return shift ? null : "rename";
    case "Delete":
      return shift ? "deleteForever" : "delete";
    default:
      return null;
  }
}
