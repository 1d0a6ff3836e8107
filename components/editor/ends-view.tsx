"use client";

import { Button } from "@mantine/core";
import { Editor } from "@monaco-editor/react";
import { IconDownload } from "@tabler/icons-react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { editorOptions } from "@/components/domain/code/editor-options";
import { editorSettings } from "@/components/domain/code/editor-settings";
import { useEditorTheme } from "@/components/domain/code/editor-theme";
import { BannerLine } from "@/components/domain/edit/banner-line";
import { toLf } from "@/lib/shared/line-ends";
import { Overlay } from "@/components/domain/viewing/overlay";
import overlay from "@/components/domain/viewing/overlay.module.css";
import { PathTitle } from "@/components/domain/viewing/path-title";
import { useDownload } from "@/components/domain/viewing/use-download";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useFormatSize } from "@/components/layout/use-format-size";
import { useStore } from "@/components/ui/use-store";
import type { TextFile } from "@/lib/contracts/text-file";
import { shownName } from "@/lib/shared/shown-name";
import { EditorTools } from "./editor-tools";
import { languageForFile } from "./language-map";
import styles from "./editor-view.module.css";

type Cut = NonNullable<TextFile["cut"]>;
type Props = ViewerProps & { file: TextFile; cut: Cut };

/** The beginning and the end of a text that is too large for the editor, to be read. */
export function EndsView({ path, folder, entry, file, cut, onClose }: Props) {
  const t = useTranslations("editor");
  const tOpen = useTranslations("open");
  const size = useFormatSize();
  const settings = useStore(editorSettings);
  const theme = useEditorTheme();
  const download = useDownload(path);
  const [code, setCode] = useState<editor.IStandaloneCodeEditor | null>(null);
  const left = t("leftOut", { size: size(cut.bytes) });
  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar
        title={<PathTitle folder={folder} name={entry.name} isDirty={false} />}
        onDownload={download}
        onClose={onClose}
      >
        <EditorTools code={code} settings={settings} saving={null} />
      </ViewerBar>
      <div className={`${overlay["stage"]} ${styles["stage"]}`}>
        <BannerLine text={t("endsOnly", { size: size(file.size) })}>
          {download === undefined ? null : (
            <Button size="xs" leftSection={<IconDownload size={14} />} onClick={download}>
              {tOpen("download")}
            </Button>
          )}
        </BannerLine>
        <div className={styles["text"]} dir="ltr" data-ltr>
          <Editor
            defaultValue={toLf(file.context)}
            language={languageForFile(entry.name)}
            theme={theme}
            loading={null}
            options={{
              ...editorOptions(settings, {
                isReadOnly: true,
                readOnlyMessage: t("readOnly"),
                label: shownName(entry.name),
              }),
              // Nobody has counted the lines between.
              lineNumbers: (line) => (line <= cut.lines ? String(line) : ""),
            }}
            onMount={(mounted: editor.IStandaloneCodeEditor) => {
              setCode(mounted);
              markCut(mounted, cut, left);
              mounted.focus();
            }}
          />
        </div>
      </div>
    </Overlay>
  );
}

/** Says between the two what is left out there. */
function markCut(code: editor.IStandaloneCodeEditor, { lines }: Cut, text: string): void {
  const mark = document.createElement("div");
  mark.className = styles["leftOut"] ?? "";
  mark.textContent = text;
  code.changeViewZones((zones) => void zones.addZone({ afterLineNumber: lines, heightInLines: 2, domNode: mark }));
}
