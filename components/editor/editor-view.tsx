"use client";

import { Editor } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { DraftStore } from "@/components/domain/edit/draft-store";
import { EditingOverlay } from "@/components/domain/edit/editing-overlay";
import { toLf } from "@/lib/shared/line-ends";
import { useEditing } from "@/components/domain/edit/use-editing";
import { kindOf } from "@/components/domain/entry/kinds";
import { parsePlace } from "@/components/domain/entry/text-place";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useStore } from "@/components/ui/use-store";
import type { TextFile } from "@/lib/contracts/text-file";
import { shownName } from "@/lib/shared/shown-name";
import { encodePath } from "@/lib/shared/paths";
import { CompareDialog } from "./compare-dialog";
import { editorOptions } from "@/components/domain/code/editor-options";
import { editorSettings } from "@/components/domain/code/editor-settings";
import { useEditorTheme } from "@/components/domain/code/editor-theme";
import { EditorTools } from "./editor-tools";
import { languageForFile } from "./language-map";
import { modelDocument } from "./model-document";
import { Beside } from "./preview/beside";
import { revealPlace } from "./reveal-place";
import { StatusBar } from "./status-bar";
import styles from "./editor-view.module.css";

type Props = ViewerProps & { file: TextFile; drafts: DraftStore };

/** A text with everything around it: the path, saving, what happened on disk, how it is stored. */
export function EditorView({ file, drafts, ...props }: Props) {
  const { path, entry } = props;
  const t = useTranslations("editor");
  const settings = useStore(editorSettings);
  const theme = useEditorTheme();
  const place = parsePlace(useSearchParams().get("line"));
  const [code, setCode] = useState<editor.IStandaloneCodeEditor | null>(null);
  const [language, setLanguage] = useState(() => languageForFile(entry.name));
  const [isBeside, setBeside] = useState(false);
  const editing = useEditing({ ...props, file, drafts });
  const { session, isReadOnly } = editing;
  const { phase } = session.state;

  return (
    <EditingOverlay
      {...props}
      editing={editing}
      stageClassName={styles["stage"]}
      compareLabel={t("compare")}
      onDone={() => code?.focus()}
      tools={
        <EditorTools
          code={code}
          settings={settings}
          saving={editing.saving}
          onCompare={() => void session.compare()}
          {...(kindOf(entry) === "md" ? { preview: { isShown: isBeside, onShow: setBeside } } : {})}
        />
      }
      dialog={
        phase.at === "comparing" ? (
          <CompareDialog
            name={entry.name}
            language={language}
            theme={theme}
            mine={session.text()}
            theirs={phase.theirs}
            isReadOnly={isReadOnly}
            session={session}
          />
        ) : null
      }
    >
      <Beside isShown={isBeside} code={code} folder={props.folder} version={entry.mtime}>
        <Editor
          path={`file:///${encodePath(path)}`}
          defaultValue={toLf(file.context)}
          language={language}
          theme={theme}
          loading={null}
          options={editorOptions(settings, {
            isReadOnly,
            readOnlyMessage: t("readOnly"),
            label: shownName(entry.name),
          })}
          onMount={(mounted: editor.IStandaloneCodeEditor) => {
            setCode(mounted);
            const model = mounted.getModel();
            if (model !== null) session.attach(modelDocument(model));
            if (place !== null) revealPlace(mounted, place);
            mounted.focus();
          }}
        />
      </Beside>
      <StatusBar
        code={code}
        language={language}
        onLanguage={setLanguage}
        session={session}
        isReadOnly={isReadOnly}
        readOnlyReason={editing.readOnlyReason}
      />
    </EditingOverlay>
  );
}
