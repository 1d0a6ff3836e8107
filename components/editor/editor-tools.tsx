"use client";

import { IconDots, IconLayoutColumns, IconSearch, IconTextWrap } from "@tabler/icons-react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { SaveButton, type Saving } from "@/components/domain/edit/save-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { IconButton } from "@/components/ui/icon-button";
import { useIsMobile } from "@/components/ui/use-media";
import { changeEditorSettings, type EditorSettings } from "@/components/domain/code/editor-settings";

type Props = {
  code: editor.IStandaloneCodeEditor | null;
  settings: EditorSettings;
  /** Null: the file may not be changed. */
  saving: Saving | null;
  /** Left out where there is nothing to compare. */
  onCompare?: () => void;
  /** Left out where there is nothing to see beside the text. */
  preview?: { isShown: boolean; onShow: (isShown: boolean) => void };
};

/** Buttons above the text. */
export function EditorTools({ code, settings, saving, onCompare, preview }: Props) {
  const t = useTranslations("editor");
  const isMobile = useIsMobile();
  const { isWrapped, hasMinimap, fontSize } = settings;

  const run = (action: string) => {
    code?.focus();
    void code?.getAction(action)?.run(); // Monaco shows its own failures
  };
  const items: MenuItem[] = [
    { id: "replace", label: t("replace"), onSelect: () => run("editor.action.startFindReplaceAction") },
    { id: "goto", label: t("goToLine"), shortcut: "Ctrl G", onSelect: () => run("editor.action.gotoLine") },
    { id: "format", label: t("format"), onSelect: () => run("editor.action.formatDocument") },
    { id: "commands", label: t("commands"), shortcut: "F1", onSelect: () => run("editor.action.quickCommand") },
    { id: "line1", divider: true },
    ...(onCompare === undefined
      ? []
      : [
          { id: "compare", label: t("compareWithDisk"), onSelect: onCompare },
          { id: "line2", divider: true as const },
        ]),
    {
      id: "wrap",
      label: t("wrap"),
      checked: isWrapped,
      onSelect: () => changeEditorSettings({ isWrapped: !isWrapped }),
    },
    {
      id: "minimap",
      label: t("minimap"),
      checked: hasMinimap,
      onSelect: () => changeEditorSettings({ hasMinimap: !hasMinimap }),
    },
    {
      id: "larger",
      label: t("larger"),
      onSelect: () => changeEditorSettings({ fontSize: Math.min(32, fontSize + 1) }),
    },
    {
      id: "smaller",
      label: t("smaller"),
      onSelect: () => changeEditorSettings({ fontSize: Math.max(9, fontSize - 1) }),
    },
  ];

  return (
    <>
      {saving === null ? null : <SaveButton saving={saving} />}
      {preview === undefined ? null : (
        <IconButton
          label={t("preview.beside")}
          icon={<IconLayoutColumns size={18} />}
          variant={preview.isShown ? "accent" : "plain"}
          aria-pressed={preview.isShown}
          onClick={() => preview.onShow(!preview.isShown)}
        />
      )}
      <IconButton
        label={t("find")}
        shortcut="Ctrl F"
        icon={<IconSearch size={18} />}
        onClick={() => run("actions.find")}
      />
      {isMobile ? null : (
        <IconButton
          label={t("wrap")}
          icon={<IconTextWrap size={18} />}
          variant={isWrapped ? "accent" : "plain"}
          aria-pressed={isWrapped}
          onClick={() => changeEditorSettings({ isWrapped: !isWrapped })}
        />
      )}
      <ActionMenu label={t("more")} icon={<IconDots size={18} />} items={items} />
    </>
  );
}
