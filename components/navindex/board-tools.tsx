"use client";

import { Button, TextInput } from "@mantine/core";
import { IconFolderPlus, IconPencil, IconPlus, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { showToast } from "@/components/ui/toast/toast-store";
import { downloadText } from "@/lib/client/download-text";
import type { NavBoard, NavItem } from "@/lib/contracts/navindex";
import { countLinks, findLinks } from "./board-tree";
import { readBoardFile, writeBoardFile } from "./board-file";
import { pickText } from "./pick-text";
import styles from "./navindex.module.css";

type Props = {
  board: NavBoard;
  text: string;
  onText: (text: string) => void;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onAdd: (kind: NavItem["kind"]) => void;
  onImport: (items: NavItem[]) => void;
  isSaving: boolean;
};

/** Above a board: its search, whose Enter opens the first that was found, and what changes it. */
export function BoardTools({ board, text, onText, isEditing, onEditing, onAdd, onImport, isSaving }: Props) {
  const t = useTranslations("navindex");
  const { items, may_edit: mayEdit } = board;
  const importFile = async () => {
    const file = await pickText(".json,application/json");
    if (file === null) return;
    const found = readBoardFile(file);
    if (found === null) {
      showToast({ kind: "error", message: t("importProblem") });
      return;
    }
    onImport(found);
    showToast({ kind: "success", message: t("imported", { count: countLinks(found) }) });
  };
  const openFirst = () => {
    const [first] = text.trim() === "" ? [] : findLinks(items, text);
    if (first !== undefined) window.open(first.url, "_blank", "noopener,noreferrer");
  };
  return (
    <search className={styles["tools"]}>
      <TextInput
        className={styles["search"]}
        type="search"
        size="xs"
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={({ key }) => (key === "Enter" ? openFirst() : undefined)}
      />
      {mayEdit ? (
        <>
          <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => onAdd("link")}>
            {t("add.link")}
          </Button>
          {isEditing ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFolderPlus size={15} />}
              onClick={() => onAdd("folder")}
            >
              {t("add.folder")}
            </Button>
          ) : null}
          {items.length === 0 && !isEditing ? null : (
            <Button
              size="xs"
              variant={isEditing ? "filled" : "default"}
              leftSection={isEditing ? undefined : <IconPencil size={15} />}
              loading={isEditing && isSaving}
              onClick={() => onEditing(!isEditing)}
            >
              {t(isEditing ? "done" : "edit")}
            </Button>
          )}
        </>
      ) : null}
      <ActionMenu
        label={t("more")}
        items={[
          {
            id: "export",
            label: t("export"),
            onSelect: () => downloadText("start-page.json", writeBoardFile(items)),
          },
          ...(mayEdit ? [{ id: "import", label: t("import"), onSelect: () => void importFile() }] : []),
        ]}
      />
    </search>
  );
}
