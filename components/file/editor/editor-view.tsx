"use client";

import { Editor } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Overlay } from "@/components/file/open/overlay";
import { PathTitle } from "@/components/file/open/path-title";
import { useDownload } from "@/components/file/open/use-download";
import { useTraverseGuard } from "@/components/file/open/use-traverse-guard";
import { ViewerBar } from "@/components/file/open/viewer-bar";
import type { ViewerProps } from "@/components/file/open/viewer-props";
import { useCan } from "@/components/layout/use-can";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import type { TextFile } from "@/lib/contracts/file";
import { encodePath } from "@/lib/shared/paths";
import { CompareDialog } from "./compare-dialog";
import type { DraftStore } from "./draft-store";
import { EditorBanner } from "./editor-banner";
import { editorOptions } from "./editor-options";
import { editorSettings } from "./editor-settings";
import { useEditorTheme } from "./editor-theme";
import { EditorTools } from "./editor-tools";
import { languageForFile } from "./language-map";
import { toLf } from "./mixed-eol";
import { StatusBar } from "./status-bar";
import { useEditorSession } from "./use-editor-session";
import overlay from "@/components/file/open/overlay.module.css";
import styles from "./editor-view.module.css";

type Props = ViewerProps & { file: TextFile; drafts: DraftStore };

/** A text with everything around it: the path, saving, what happened on disk, how it is stored. */
export function EditorView({ file, drafts, ...props }: Props) {
  const { path, folder, entry, isGone, onClose } = props;
  const t = useTranslations("editor");
  const can = useCan();
  const settings = useStore(editorSettings);
  const theme = useEditorTheme();
  const download = useDownload(path);
  const [code, setCode] = useState<editor.IStandaloneCodeEditor | null>(null);
  const [language, setLanguage] = useState(() => languageForFile(entry.name));
  const session = useEditorSession({ path, file, entry, isGone, drafts });
  const { state, isUnsaved } = session;
  const canWrite =
    can("filecat_file_context_update") || can("filecat_file_context_update_upload_created_copy_decompression");
  const isReadOnly = !file.writable || !canWrite;
  const guard = useUnsavedGuard(isUnsaved);
  useTraverseGuard(isUnsaved, guard, session.discard);

  const close = () =>
    guard(() => {
      session.discard();
      onClose();
    });
  const save = async () => {
    if (isReadOnly || !(isUnsaved || state.etag === null)) return;
    if (await session.save()) showToast({ kind: "success", message: t("saved", { name: entry.name }) });
  };
  // On the whole overlay: the browser's own "save page" must not come up wherever the focus is.
  const onKey = (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isSave || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    void save(); // shows its own failures
  };

  return (
    <Overlay label={entry.name} onClose={close} onKey={onKey}>
      <ViewerBar
        title={<PathTitle folder={folder} name={entry.name} isDirty={isUnsaved} />}
        onDownload={download}
        onClose={close}
      >
        <EditorTools
          code={code}
          settings={settings}
          state={state}
          isReadOnly={isReadOnly}
          isUnsaved={isUnsaved}
          onSave={() => void save()}
          onCompare={() => void session.compare()}
        />
      </ViewerBar>
      <div className={`${overlay["stage"]} ${styles["stage"]}`}>
        <EditorBanner
          state={state}
          session={session}
          isReadOnly={isReadOnly}
          onSave={() => void save()}
          onDone={() => code?.focus()}
        />
        <div className={styles["text"]} dir="ltr" data-ltr>
          <Editor
            path={`file:///${encodePath(path)}`}
            defaultValue={toLf(file.context)}
            language={language}
            theme={theme}
            loading={null}
            options={editorOptions(settings, { isReadOnly, readOnlyMessage: t("readOnly"), label: entry.name })}
            onMount={(mounted: editor.IStandaloneCodeEditor) => {
              setCode(mounted);
              const model = mounted.getModel();
              if (model !== null) session.attach(model);
              mounted.focus();
            }}
          />
        </div>
        <StatusBar
          code={code}
          language={language}
          onLanguage={setLanguage}
          session={session}
          isReadOnly={isReadOnly}
          readOnlyReason={canWrite ? t("readOnlyFile") : t("readOnlyRight")}
        />
      </div>
      {state.phase.at === "comparing" ? (
        <CompareDialog
          name={entry.name}
          language={language}
          theme={theme}
          mine={session.text()}
          theirs={state.phase.theirs}
          isReadOnly={isReadOnly}
          session={session}
        />
      ) : null}
    </Overlay>
  );
}
