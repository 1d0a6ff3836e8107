"use client";

import { IconPlus, IconUpload } from "@tabler/icons-react";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { ToolButton } from "@/components/ui/tool-button";
import { sortedFor, type EntryActionId, type ShownAction } from "@/components/domain/action/entry-action";
import { useWords } from "@/components/domain/entry/words";
import { reasonText, toMenuItems } from "@/components/domain/action/menu-items";
import styles from "@/components/domain/action/file-toolbar.module.css";

type Props = { actions: readonly ShownAction[]; run: (id: EntryActionId) => void };

/** New and Upload; nothing where neither is an action. */
export function FileToolbar({ actions, run }: Props) {
  const words = useWords();
  const { t } = words;
  const newActions = sortedFor(actions, "new");
  const upload = actions.find(({ id }) => id === "upload");
  if (newActions.length === 0 && upload === undefined) return null;
  // A menu of which nothing can be chosen says so before it is opened.
  const newReason = newActions.every(({ disabled }) => disabled) ? reasonText(newActions[0]?.disabled, words) : null;
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={t("toolbar")}>
      <ActionMenu label={t("new")} items={toMenuItems(newActions, words, run)}>
        {(button) => (
          <ToolButton label={t("new")} icon={<IconPlus size={18} />} disabledReason={newReason} {...button} />
        )}
      </ActionMenu>
      <ToolButton
        isPrimary
        label={t("action.upload")}
        icon={<IconUpload size={16} stroke={1.8} />}
        disabledReason={reasonText(upload?.disabled, words)}
        onClick={() => run("upload")}
      />
    </div>
  );
}
