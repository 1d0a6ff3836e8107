"use client";

import { Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { useFeatures } from "@/components/registry/use-features";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import styles from "./help-dialog.module.css";

/** The keys of the file page, and the switch for those that are a single character. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("file.help");
  const { singleKeys, change } = useFilePreferences();
  const shortcuts = useFeatures()
    .flatMap(({ shortcuts: own = [] }) => own)
    .sort((a, b) => a.order - b.order);
  return (
    <DialogCard title={t("title")} onClose={onClose} size={520}>
      <dl className={styles["keys"]}>
        {shortcuts.map(({ text, keys }) => (
          <div key={text}>
            <dt>
              {keys.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
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
