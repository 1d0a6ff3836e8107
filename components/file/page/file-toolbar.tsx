"use client";

import { IconPlus, IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { ToolButton } from "@/components/ui/tool-button";
import { sortedFor, type EntryActionId, type ShownAction } from "@/components/domain/action/entry-action";
import { useWords } from "@/components/domain/entry/words";
import { reasonText, toMenuItems } from "@/components/domain/action/menu-items";
import styles from "@/components/domain/action/file-toolbar.module.css";

type Props = { actions: readonly ShownAction[]; run: (id: EntryActionId) => void };

/** New and Upload; nothing where neither has an action. */
export function FileToolbar({ actions, run }: Props) {
  const { t } = useWords();
  const newActions = sortedFor(actions, "new");
  const uploadActions = sortedFor(actions, "upload");
  if (newActions.length === 0 && uploadActions.length === 0) return null;
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={t("toolbar")}>
      <ToolMenu label={t("new")} icon={<IconPlus size={18} />} actions={newActions} run={run} />
      <ToolMenu
        isPrimary
        label={t("upload")}
        icon={<IconUpload size={16} stroke={1.8} />}
        actions={uploadActions}
        run={run}
      />
    </div>
  );
}

type MenuProps = Props & { label: string; icon: ReactNode; isPrimary?: boolean };

function ToolMenu({ label, icon, isPrimary = false, actions, run }: MenuProps) {
  const words = useWords();
  // A menu of which nothing can be chosen says so before it is opened.
  const reason = actions.every(({ disabled }) => disabled) ? reasonText(actions[0]?.disabled, words) : null;
  return (
    <ActionMenu label={label} items={toMenuItems(actions, words, run)}>
      {(button) => <ToolButton label={label} icon={icon} isPrimary={isPrimary} disabledReason={reason} {...button} />}
    </ActionMenu>
  );
}
