import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { trashTasks } from "@/lib/server/trash/trash-tasks";
import { trashUndos } from "@/lib/server/trash/trash-undo";
import { undoGroup } from "@/lib/server/undo/undo-group";
import { setUndoKinds } from "@/lib/server/undo/undo-kinds";
import { fileTasks } from "./file-tasks";
import { fileUndos } from "./file-undo";

/** Makes the tasks and undos of files and of the trash known, as the server does at its start. */
export function setUndoableKinds(): void {
  setUndoKinds([...trashUndos, ...fileUndos]);
  setTaskKinds([...trashTasks, ...fileTasks, ...(undoGroup.tasks ?? [])]);
}
