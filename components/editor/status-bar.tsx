"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- a group without a form; the reason for read-only is shown on focus, too */

import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import type { EditorSession } from "@/components/domain/edit/use-editor-session";
import { CursorPosition } from "./cursor-position";
import { EncodingPicker } from "./encoding-picker";
import { IndentationPicker } from "./indentation-picker";
import { editorLanguages, languageLabel } from "./language-map";
import { StatusPicker } from "./status-picker";
import styles from "./editor-view.module.css";

type Props = {
  code: editor.IStandaloneCodeEditor | null;
  language: string;
  onLanguage: (id: string) => void;
  session: EditorSession;
  isReadOnly: boolean;
  readOnlyReason: string;
};

const lineEnds = ["lf", "crlf", "cr"] as const;
const endNames = { lf: "LF", crlf: "CRLF", cr: "CR" } as const;

/** Where the cursor is and how the text is stored; each part can be changed where it stands. */
export function StatusBar({ code, language, onLanguage, session, isReadOnly, readOnlyReason }: Props) {
  const t = useTranslations("editor");
  const { disk, write } = session.state;
  return (
    <div className={styles["status"]} role="group" aria-label={t("status")}>
      {code === null ? null : <CursorPosition code={code} />}
      {isReadOnly ? (
        <span className={styles["badge"]} data-tip={readOnlyReason} tabIndex={0}>
          {t("readOnly")}
        </span>
      ) : null}
      <span className={styles["spacer"]} />
      {code === null ? null : <IndentationPicker code={code} isReadOnly={isReadOnly} />}
      <EncodingPicker session={session} isReadOnly={isReadOnly} />
      <StatusPicker
        label={t("lineEnds")}
        isDisabled={isReadOnly}
        isChanged={disk.eol !== write.eol}
        items={[...lineEnds, ...(disk.eol === "mixed" ? (["mixed"] as const) : [])].map((eol) => ({
          id: eol,
          label: eol === "mixed" ? t("mixedEnds") : `${endNames[eol]} · ${t(`eol.${eol}`)}`,
          checked: write.eol === eol,
          onSelect: () => session.choose({ eol }),
        }))}
      >
        {write.eol === "mixed" ? t("mixedEnds") : endNames[write.eol]}
      </StatusPicker>
      <StatusPicker
        label={t("language")}
        items={editorLanguages.map(({ id, label }) => ({
          id,
          label: id === "plaintext" ? t("plainText") : label,
          checked: id === language,
          onSelect: () => onLanguage(id),
        }))}
      >
        {language === "plaintext" ? t("plainText") : languageLabel(language)}
      </StatusPicker>
    </div>
  );
}
