"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { Banner } from "@/components/ui/banner";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { StackFile } from "@/lib/contracts/stack";
import type { StackEditing } from "./use-stack-file";
import styles from "./stack.module.css";

const FileEditor = lazyPart(async () => {
  const [editor, { loadMonaco }] = await Promise.all([
    import("./file-editor"),
    import("@/components/domain/code/load-monaco"),
  ]);
  await loadMonaco();
  return editor;
});
const ConflictDialog = lazyDialog(() => import("./conflict-dialog"));

type Props = { files: readonly StackFile[]; editing: StackEditing };

/** The files of a stack in the editor, one at a time; what is not saved of the others is kept. */
export function StackFiles({ files, editing }: Props) {
  const t = useTranslations("stack.editor");
  const file = files.find((one) => one.path === editing.open) ?? files[0];
  useUnsavedGuard(editing.dirtyPaths.length > 0);
  if (file === undefined) return null;
  const { refusal, conflict } = editing;
  const environment = files
    .filter(({ kind }) => kind === "environment")
    .map(({ path }) => editing.textOf(path))
    .join("\n");
  const isDirty = editing.dirtyPaths.includes(file.path);
  const save = (force: boolean) => editing.save(file.path, force);
  return (
    <div className={styles["files"]}>
      <div className={styles["bar"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("files")}
          value={file.path}
          data={files.map((one) => ({
            value: one.path,
            label: `${one.path.slice(one.path.lastIndexOf("/") + 1)}${editing.dirtyPaths.includes(one.path) ? " •" : ""}`,
          }))}
          onChange={editing.setOpen}
        />
        <div className={styles["end"]}>
          <Button size="xs" disabled={!isDirty} loading={editing.isSaving} onClick={() => save(false)}>
            {t("save")}
          </Button>
        </div>
        {refusal === null || refusal.path !== file.path ? null : (
          <Banner kind="warning" title={t("refused")}>
            <div className={styles["said"]} dir="ltr">
              {refusal.text}
            </div>
            <Button size="xs" variant="default" mt={8} onClick={() => save(true)}>
              {t("saveAnyway")}
            </Button>
          </Banner>
        )}
      </div>
      <Suspense fallback={<LoadingState rows={10} />}>
        <FileEditor
          // Another text than what was typed is shown by another editor: the one of before keeps its own.
          key={`${file.path} ${editing.takenOf(file.path)}`}
          path={file.path}
          kind={file.kind}
          isPart={files.filter(({ kind }) => kind === "compose").length > 1}
          text={editing.textOf(file.path)}
          environment={environment}
          onText={(text) => editing.change(file.path, text)}
          onSave={() => save(false)}
        />
      </Suspense>
      {conflict === null ? null : (
        <Suspense>
          <ConflictDialog
            path={conflict.path}
            mine={editing.textOf(conflict.path)}
            theirs={conflict.theirs.text}
            onTake={() => editing.settle("theirs")}
            onKeep={() => editing.settle("mine")}
            onClose={() => editing.settle("later")}
          />
        </Suspense>
      )}
    </div>
  );
}
