"use client";

import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useCallback, useSyncExternalStore } from "react";
import { StatusPicker } from "./status-picker";

const widths = [2, 4, 8] as const;

/** Tabs or spaces, as the text has them, and what new lines get. */
export function IndentationPicker({ code, isReadOnly }: { code: editor.IStandaloneCodeEditor; isReadOnly: boolean }) {
  const t = useTranslations("editor");
  const subscribe = useCallback(
    (listener: () => void) => {
      const listening = code.onDidChangeModelOptions(listener);
      return () => listening.dispose();
    },
    [code],
  );
  const read = () => {
    const options = code.getModel()?.getOptions();
    return `${options?.insertSpaces === true ? "spaces" : "tabs"}:${options?.tabSize ?? 4}`;
  };
  const [kind = "spaces", size = "4"] = useSyncExternalStore(subscribe, read).split(":");
  const choose = (insertSpaces: boolean, tabSize: number) =>
    code.getModel()?.updateOptions({ insertSpaces, tabSize, indentSize: tabSize });
  const item = (insertSpaces: boolean, width: number) => ({
    id: `${insertSpaces}${width}`,
    label: t(insertSpaces ? "spaces" : "tabs", { size: width }),
    checked: (kind === "spaces") === insertSpaces && Number(size) === width,
    onSelect: () => choose(insertSpaces, width),
  });
  return (
    <StatusPicker
      label={t("indentation")}
      isDisabled={isReadOnly}
      items={[
        ...widths.map((width) => item(true, width)),
        { id: "line", divider: true },
        ...widths.map((width) => item(false, width)),
      ]}
    >
      {t(kind === "spaces" ? "spaces" : "tabs", { size: Number(size) })}
    </StatusPicker>
  );
}
