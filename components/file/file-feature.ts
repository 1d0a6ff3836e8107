import { feature } from "@/components/registry/feature";
import { entryActions } from "./entry-actions";
import { fileTasks } from "./file-tasks";
import { folderActions } from "./folder-actions";
import { shortcuts } from "./shortcuts";

export const fileFeature = feature({
  id: "file",
  messages: ["picture"],
  entryActions: [...entryActions, ...folderActions],
  shortcuts,
  tasks: fileTasks,
});
