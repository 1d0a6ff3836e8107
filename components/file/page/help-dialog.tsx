"use client";

import { Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import styles from "./help-dialog.module.css";

const keys = [
  ["move", ["↑", "↓", "←", "→", "Home", "End", "PgUp", "PgDn"]],
  ["open", ["Enter"]],
  ["quickLook", ["Space"]],
  ["up", ["Backspace", "Alt+↑"]],
  ["history", ["Alt+←", "Alt+→"]],
  ["range", ["Shift+↑", "Shift+↓"]],
  ["toggle", ["Ctrl+Space"]],
  ["all", ["Ctrl+A"]],
  ["none", ["Esc"]],
  ["rename", ["F2"]],
  ["delete", ["Del", "Shift+Del"]],
  ["undo", ["Ctrl+Z"]],
  ["clipboard", ["Ctrl+C", "Ctrl+X", "Ctrl+V"]],
  ["moveTo", ["Ctrl+Shift+X", "Ctrl+Shift+C"]],
  ["search", ["/"]],
  ["showInFolder", ["Ctrl+Enter"]],
  ["filter", ["Ctrl+F"]],
  ["typeAhead", ["a…z"]],
  ["help", ["?"]],
] as const;

/** The keys of the file page, and the switch for those that are a single character. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("file.help");
  const { singleKeys, change } = useFilePreferences();
  return (
    <DialogCard title={t("title")} onClose={onClose} size={520}>
      <dl className={styles["keys"]}>
        {keys.map(([id, names]) => (
          <div key={id}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(id)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        className={styles["switch"]}
        checked={singleKeys}
        onChange={({ currentTarget }) => change({ singleKeys: currentTarget.checked })}
        label={t("singleKeys")}
      />
    </DialogCard>
  );
}
