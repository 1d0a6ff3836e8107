import { describe, expect, test } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import {
  actionForKey,
  actionsFor,
  shownActions,
  sortedFor,
  type ActionScene,
  type EntryActionId,
} from "@/components/domain/action/entry-action";
import { consoleFeatures } from "./features";

const actions = consoleFeatures.flatMap(({ entryActions = [] }) => entryActions);

const file = { name: "a.txt", kind: "file" as const };
const drawing = { name: "a.excalidraw", kind: "file" as const };
const archive = { name: "a.zip", kind: "file" as const };
const folder = { name: "a", kind: "folder" as const };
const scene: ActionScene = {
  chosen: [file],
  can: () => true,
  isLimitedToCommands: false,
  isWritable: true,
  clipboardCount: 0,
  rowCount: 3,
  undoCount: 0,
};
const write = "filecat_file_context_update_upload_created_copy_decompression";

function disabled(change: Partial<ActionScene>, id: EntryActionId) {
  const found = actionsFor(actions, { ...scene, ...change }).find((action) => action.id === id);
  return found === undefined ? "absent" : (found.disabled?.why ?? null);
}

describe("what can be done", () => {
  test("everything with one file in a folder of one's own", () => {
    for (const action of actionsFor(actions, scene)) expect(action.disabled).toBeUndefined();
  });

  test.each<[EntryActionId, Partial<ActionScene>, string | null]>([
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
    ["terminal.actions.terminalHere", { chosen: [folder] }, null],
    ["terminal.actions.runHere", { chosen: [folder] }, "absent"],
    ["terminal.actions.runHere", { chosen: [folder], isLimitedToCommands: true }, null],
    ["terminal.actions.runHere", { chosen: [file], isLimitedToCommands: true }, "absent"],
    ["terminal.actions.runHere", { chosen: [folder], isLimitedToCommands: true, can: () => false }, "absent"],
    ["terminal.actions.terminalHere", { chosen: [folder], isLimitedToCommands: true }, "absent"],
    ["terminal.actions.insertPath", { isLimitedToCommands: true }, "absent"],
    ["terminal.actions.quickCommands", { isLimitedToCommands: true }, "absent"],
  ])("%s with %j", (id, change, why) => {
    expect(disabled(change, id)).toBe(why);
  });

  test.each<[EntryActionId, Permission]>([
    ["delete", "filecat_file_delete_cut_rename"],
    ["rename", "filecat_file_delete_cut_rename"],
    ["cut", "filecat_file_delete_cut_rename"],
    ["copy", write],
    ["download", "file_read"],
  ])("%s needs %s", (id, permission) => {
    expect(disabled({ can: (asked) => asked !== permission }, id)).toBe("permission");
  });
});

test.each<[string, boolean, boolean, EntryActionId | null]>([
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
  expect(actionForKey(actions, { key, ctrl, shift, alt: false })).toBe(id);
});

const idsOf = (list: readonly { id: EntryActionId }[]) => list.map(({ id }) => id).join(" ");

test("every action is there once, and has a place or stands for one that has", () => {
  const ids = actions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, order, variantOf } of actions)
    expect([id, Object.keys(order).length > 0 || ids.some((one) => one === variantOf)]).toEqual([id, true]);
});

test("menus have their order", () => {
  expect(idsOf(actionsFor(actions, scene))).toBe(
    "open openInTab table.actions.openAs hex.actions.openAs download share copy cut moveTo copyTo rename compress copyPath terminal.actions.insertPath terminal.actions.quickCommands versions properties delete",
  );
  expect(idsOf(actionsFor(actions, { ...scene, chosen: [folder], clipboardCount: 1 }))).toBe(
    "open openInTab download downloadAs share copy cut moveTo copyTo pasteInto rename compress copyPath spaceMap terminal.actions.terminalHere terminal.actions.insertPath terminal.actions.quickCommands duplicates properties delete",
  );
  expect(idsOf(actionsFor(actions, { ...scene, chosen: [archive] }))).toContain("compress extract copyPath");
  expect(idsOf(actionsFor(actions, { ...scene, chosen: [drawing] }))).toContain(
    "open openInTab openAsText hex.actions.openAs download",
  );
  const folderList = shownActions(actions, "folder", scene);
  expect(idsOf(folderList)).toBe(
    "newFolder newFile newDrawing upload uploadFolder fetch paste undo selectAll copyPath spaceMap terminal.actions.terminalHere terminal.actions.quickCommands duplicates refresh",
  );
  expect(idsOf(sortedFor(folderList, "new"))).toBe("newFolder newFile newDrawing fetch");
  expect(idsOf(sortedFor(folderList, "upload"))).toBe("upload uploadFolder");
  expect(idsOf(sortedFor(actionsFor(actions, scene), "bar"))).toBe("download share moveTo copy cut rename delete");
  expect(idsOf(sortedFor(actionsFor(actions, scene), "phoneBar"))).toBe("download share moveTo delete");
});

test("among results there is nothing that needs one folder", () => {
  expect(idsOf(shownActions(actions, "results", scene))).toBe(
    "open openInTab showInFolder table.actions.openAs hex.actions.openAs download share copy cut moveTo copyTo copyPath terminal.actions.insertPath terminal.actions.quickCommands versions properties delete",
  );
  expect(idsOf(shownActions(actions, "resultsPage", scene))).toBe("undo selectAll refresh");
});
