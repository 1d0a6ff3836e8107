"use client";

import { lazy, Suspense, useEffect } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { useStore } from "@/components/ui/use-store";
import { conflictQuestion } from "@/components/domain/transfer/conflict-store";
import { folderQuestion } from "@/components/domain/choose-folder/folder-question";
import { usePlaceDrop } from "./use-place-drop";
import { putOffQuestions } from "@/components/domain/task/put-off-questions";
import { listenToTasks, taskStore } from "@/components/domain/task/task-store";
import { arePanelsHidden } from "@/components/domain/transfer/transfer-panels";
import { unfinishedStore } from "@/components/domain/upload/unfinished-store";
import { uploadStore } from "@/components/domain/upload/upload-store";
import styles from "./transfer-host.module.css";

const UploadPanel = lazy(() => import("@/components/domain/upload/upload-panel"));
const TaskPanel = lazy(() => import("@/components/task/task-panel"));
const UnfinishedPanel = lazy(() => import("@/components/upload/unfinished-panel"));
const FolderDialog = lazy(() => import("@/components/domain/choose-folder/folder-dialog"));
const TaskQuestionDialog = lazy(() => import("@/components/task/task-question-dialog"));
const ConflictDialog = lazy(() => import("./conflict-dialog"));

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
      import("@/components/domain/upload/unfinished").then(({ loadUnfinished }) => loadUnfinished()).catch(() => {});
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
