"use client";

import { IconX } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import { useFormatSize } from "@/components/layout/use-format-size";
import { sortedFor, type EntryActionId, type ShownAction } from "./entry-action";
import { actionText, reasonText, toMenuItems } from "./menu-items";
import { useWords } from "@/components/domain/entry/words";
import styles from "./file-toolbar.module.css";

type Props = {
  count: number;
  sizeBytes: number;
  actions: readonly ShownAction[];
  run: (id: EntryActionId) => void;
  onClear: () => void;
};

/** Takes the toolbar's place while entries are chosen. */
export function SelectionBar({ count, sizeBytes, actions, run, onClear }: Props) {
  const formatSize = useFormatSize();
  const words = useWords();
  const { t } = words;
  const shown = sortedFor(actions, useIsMobile() ? "phoneBar" : "bar");
  return (
    <div className={styles["selection"]} role="toolbar" aria-label={t("selectionBar")}>
      <bdi className={styles["count"]}>
        <strong>{t("selected", { count })}</strong>
        {sizeBytes > 0 ? <span className={styles["sum"]}>{` · ${formatSize(sizeBytes)}`}</span> : null}
      </bdi>
      {shown.map(({ id, icon: Icon, shortcut, disabled }) => (
        <IconButton
          key={id}
          label={actionText(id, words)}
          icon={<Icon size={18} stroke={1.7} />}
          disabledReason={reasonText(disabled, words)}
          {...(shortcut ? { shortcut } : {})}
          onClick={() => run(id)}
        />
      ))}
      <ActionMenu label={t("moreActions")} items={toMenuItems(actions, words, run)} />
      <IconButton
        label={t("clearSelection")}
        shortcut="Esc"
        icon={<IconX size={18} stroke={1.7} />}
        onClick={onClear}
      />
    </div>
  );
}
