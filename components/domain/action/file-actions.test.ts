import { describe, expect, test } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import { actionForKey, actionsFor, type ActionScene, type FileActionId } from "./file-actions";

const file = { name: "a.txt", kind: "file" as const };
const drawing = { name: "a.excalidraw", kind: "file" as const };
const folder = { name: "a", kind: "folder" as const };
const scene: ActionScene = {
  chosen: [file],
  can: () => true,
  isWritable: true,
  clipboardCount: 0,
  rowCount: 3,
  undoCount: 0,
};
const write = "filecat_file_context_update_upload_created_copy_decompression";

function disabled(change: Partial<ActionScene>, id: FileActionId) {
  const found = actionsFor({ ...scene, ...change }).find((action) => action.id === id);
  return found === undefined ? "absent" : (found.disabled?.why ?? null);
}

describe("what can be done", () => {
  test("everything with one file in a folder of one's own", () => {
    for (const action of actionsFor(scene)) expect(action.disabled).toBeUndefined();
  });

  test.each<[FileActionId, Partial<ActionScene>, string | null]>([
    ["rename", { chosen: [file, folder] }, "one-only"],
    ["open", { chosen: [file, file] }, "one-only"],
    ["delete", { isWritable: false }, "read-only"],
    ["cut", { isWritable: false }, "read-only"],
    ["copy", { isWritable: false }, null],
    ["download", { isWritable: false }, null],
    ["downloadAs", {}, "absent"],
    ["downloadAs", { chosen: [folder], isWritable: false }, null],
    ["downloadAs", { chosen: [file, file] }, null],
    ["newFolder", { chosen: [], isWritable: false }, "read-only"],
    ["paste", { chosen: [] }, "clipboard-empty"],
    ["paste", { chosen: [], clipboardCount: 2 }, null],
    ["pasteInto", { chosen: [folder], clipboardCount: 2 }, null],
    ["pasteInto", { chosen: [file], clipboardCount: 2 }, "absent"],
    ["openAsText", {}, "absent"],
    ["openAsText", { chosen: [drawing], isWritable: false }, null],
    ["openAsText", { chosen: [drawing, drawing] }, "absent"],
    ["newDrawing", { chosen: [], isWritable: false }, "read-only"],
    ["selectAll", { chosen: [], rowCount: 0 }, "nothing-here"],
    ["undo", { chosen: [] }, "nothing-to-undo"],
  ])("%s with %j", (id, change, why) => {
    expect(disabled(change, id)).toBe(why);
  });

  test.each<[FileActionId, Permission]>([
    ["delete", "filecat_file_delete_cut_rename"],
    ["rename", "filecat_file_delete_cut_rename"],
    ["cut", "filecat_file_delete_cut_rename"],
    ["copy", write],
    ["download", "file_read"],
  ])("%s needs %s", (id, permission) => {
    expect(disabled({ can: (asked) => asked !== permission }, id)).toBe("permission");
  });
});

test.each<[string, boolean, boolean, FileActionId | null]>([
  ["Enter", false, false, "open"],
  ["F2", false, false, "rename"],
  ["Delete", false, false, "delete"],
  ["Delete", false, true, "deleteForever"],
  ["a", true, false, "selectAll"],
  ["C", true, false, "copy"],
  ["C", true, true, "copyTo"],
  ["X", true, true, "moveTo"],
  ["a", true, true, null],
  ["c", false, false, null],
])("key %s ctrl=%s shift=%s", (key, ctrl, shift, id) => {
  expect(actionForKey({ key, ctrl, shift, alt: false })).toBe(id);
});
