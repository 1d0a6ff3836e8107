"use client";

import { use } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { folderQuestion } from "@/components/domain/choose-folder/folder-question";
import { conflictQuestion } from "@/components/domain/transfer/conflict-store";
import { PanelsContext } from "@/components/domain/transfer/panel";
import { arePanelsHidden } from "@/components/domain/transfer/transfer-panels";
import { useStore } from "@/components/ui/use-store";
import { usePlaceDrop } from "./use-place-drop";
import styles from "./transfer-host.module.css";

const FolderDialog = lazyDialog(() => import("@/components/domain/choose-folder/folder-dialog"));
const ConflictDialog = lazyDialog(() => import("./conflict-dialog"));

/** What goes on in the background, and its questions, on every page: it goes on while the user looks at something else. */
export function TransferHost() {
  const panels = use(PanelsContext);
  const question = useStore(conflictQuestion);
  const folder = useStore(folderQuestion);
  const isHidden = useStore(arePanelsHidden);
  usePlaceDrop();
  return (
    <>
      <div className={styles["stack"]} hidden={isHidden} data-own-keys>
        {panels.map(({ id, Slot }) => (
          <Slot key={id} />
        ))}
      </div>
      {folder === null ? null : <FolderDialog question={folder} onClose={() => folder.answer(null)} />}
      {question === null ? null : (
        <ConflictDialog
          key={question.clashes.map(({ name }) => name).join("/")}
          question={question}
          onClose={() => question.answer(null)}
        />
      )}
    </>
  );
}
