"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { askFolder } from "@/components/domain/choose-folder/folder-question";
import { wayText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import type { VirtualPath } from "@/lib/shared/paths";
import styles from "./backup.module.css";

type Props = { folder: VirtualPath | null; onChoose: (folder: VirtualPath) => void };

export function FolderField({ folder, onChoose }: Props) {
  const t = useTranslations("backup.setting");
  const roots = useRoots().data ?? [];
  const choose = async () => {
    const chosen = await askFolder({
      title: t("chooseTitle"),
      confirmLabel: t("chooseConfirm"),
      ...(folder === null ? {} : { start: folder }),
    });
    if (chosen !== null) onChoose(chosen);
  };
  return (
    <TextInput
      label={t("folder")}
      description={t("folderHint")}
      inputWrapperOrder={["label", "input", "description"]}
      classNames={{ root: styles["folder"] ?? "" }}
      readOnly
      placeholder={t("folderNone")}
      value={folder === null ? "" : wayText(folder, roots)}
      rightSectionWidth="auto"
      rightSection={
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => void choose()} // a question rejects never
        >
          {t("choose")}
        </Button>
      }
    />
  );
}
