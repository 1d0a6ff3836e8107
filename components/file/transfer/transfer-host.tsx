"use client";

import { lazy, Suspense, useEffect } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { useStore } from "@/components/ui/use-store";
import { conflictQuestion } from "./conflict-store";
import { folderQuestion } from "@/components/file/dialogs/choose-folder/folder-question";
import { usePlaceDrop } from "@/components/file/hooks/use-place-drop";
import { putOffQuestions } from "@/components/file/task/put-off-questions";
import { listenToTasks, taskStore } from "@/components/file/task/task-store";
import { arePanelsHidden } from "./transfer-panels";
import { unfinishedStore } from "@/components/file/upload/unfinished-store";
import { uploadStore } from "@/components/file/upload/upload-store";
import styles from "./transfer-host.module.css";

const UploadPanel = lazy(() => import("@/components/file/upload/upload-panel"));
const TaskPanel = lazy(() => import("@/components/file/task/task-panel"));
const UnfinishedPanel = lazy(() => import("@/components/file/upload/unfinished-panel"));
const FolderDialog = lazy(() => import("@/components/file/dialogs/choose-folder/folder-dialog"));
const TaskQuestionDialog = lazy(() => import("@/components/file/task/task-question-dialog"));
const ConflictDialog = lazy(() => import("@/components/file/dialogs/conflict-dialog"));

const uploadPermission = "filecat_file_context_update_upload_created_copy_decompression";

/** Uploads, jobs of the server and their questions, on every page: they go on while the user looks at something else. */
export function TransferHost() {
  const me = useCachedMe();
  const uploads = useStore(uploadStore);
  const tasks = useStore(taskStore);
  const question = useStore(conflictQuestion);
  const folder = useStore(folderQuestion);
  const putOff = useStore(putOffQuestions);
  // Root sees the questions of others in the panel; the dialog is for one's own.
  const asking = [...tasks.values()]
    .map(({ task }) => task)
    .find(({ question: open, owner }) => open !== null && owner === me?.username && !putOff.has(open.id));
  usePlaceDrop();
  const isHidden = useStore(arePanelsHidden);
  const unfinished = useStore(unfinishedStore);
  const isSignedIn = me !== undefined;
  const mayUpload = me?.auth_list.includes(uploadPermission) === true;
  useEffect(() => {
    if (isSignedIn) listenToTasks();
  }, [isSignedIn]);
  useEffect(() => {
    // What is missing from the list can be seen after the next load: no reason to trouble anybody now.
    if (mayUpload)
      import("@/components/file/upload/unfinished").then(({ loadUnfinished }) => loadUnfinished()).catch(() => {});
  }, [mayUpload]);
  const hasUploads = uploads.queue.items.length > 0 || uploads.reading !== null;
  return (
    <Suspense>
      <div className={styles["stack"]} hidden={isHidden} data-own-keys>
        {tasks.size > 0 ? <TaskPanel /> : null}
        {unfinished.length > 0 ? <UnfinishedPanel /> : null}
        {hasUploads ? <UploadPanel /> : null}
      </div>
      {folder === null ? null : <FolderDialog question={folder} />}
      {asking === undefined || asking.question === null ? null : (
        <TaskQuestionDialog key={asking.question.id} task={asking} question={asking.question} />
      )}
      {question === null ? null : (
        <ConflictDialog key={question.clashes.map(({ name }) => name).join("/")} question={question} />
      )}
    </Suspense>
  );
}
