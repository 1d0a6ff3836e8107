"use client";

import { Button, Switch } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { IconButton } from "@/components/ui/icon-button";
import type { TrashCommands } from "./use-trash-commands";
import styles from "./trash.module.css";

type Props = {
  chosenCount: number;
  isEmpty: boolean;
  all: boolean;
  onAll: (all: boolean) => void;
  commands: TrashCommands;
  onClear: () => void;
};

/** The title, or while rows are chosen what can be done with them. */
export function TrashBar({ chosenCount, isEmpty, all, onAll, commands, onClear }: Props) {
  const t = useTranslations("trash");
  const me = useCachedMe();
  if (chosenCount > 0)
    return (
      <div className={styles["bar"]} role="toolbar" aria-label={t("chosen", { count: chosenCount })}>
        <h1 className={styles["title"]}>{t("chosen", { count: chosenCount })}</h1>
        <Button size="xs" onClick={commands.restore}>
          {t("restore")}
        </Button>
        <Button size="xs" variant="default" onClick={commands.restoreTo}>
          {t("restoreTo")}
        </Button>
        <Button size="xs" variant="default" color="red" onClick={commands.purge}>
          {t("purge")}
        </Button>
        <IconButton label={t("clear")} shortcut="Esc" icon={<IconX size={18} stroke={1.7} />} onClick={onClear} />
      </div>
    );
  return (
    <div className={styles["bar"]}>
      <h1 className={styles["title"]}>{t("title")}</h1>
      {me?.is_root === true ? (
        <Switch
          size="sm"
          checked={all}
          onChange={({ currentTarget }) => onAll(currentTarget.checked)}
          label={t("everybody")}
        />
      ) : null}
      <Button size="xs" variant="default" disabled={isEmpty} onClick={commands.empty}>
        {t("emptyTrash")}
      </Button>
    </div>
  );
}
