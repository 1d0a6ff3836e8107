"use client";

import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useWords } from "@/components/domain/entry/words";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { forgetInterrupted, type InterruptedFolder } from "@/components/domain/upload/interrupted-store";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { nameOf } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import styles from "@/components/domain/transfer/panel.module.css";

/** A folder whose page went before all of it was sent; chosen again, only what is missing is sent. */
export function InterruptedRow({ folder }: { folder: InterruptedFolder }) {
  const t = useTranslations("upload.unfinished");
  const words = useWords();
  const { id, to, name, done, total } = folder;
  const goOn = async () => {
    const chosen = await pickFiles({ folders: true });
    const [first] = chosen ?? [];
    if (chosen === null || first === undefined) return;
    if (first.webkitRelativePath.split("/")[0] !== name)
      return showToast({ kind: "warning", message: t("otherFolder", { name }) });
    forgetInterrupted(new Set([id]));
    const { startUploads } = await import("@/components/domain/upload/start-uploads");
    await startUploads(to, { chosen }, words, name);
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={shownName(`${to}/${name}`)}>
          {shownName(name)}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void goOn()} // shows its own failures
          aria-label={t("chooseNamed", { name })}
        >
          {t("chooseFolder")}
        </Button>
        <IconButton
          className={styles["small"]}
          label={t("forget", { name })}
          icon={<IconTrash size={15} />}
          onClick={() => forgetInterrupted(new Set([id]))}
        />
      </div>
      <div className={styles["facts"]}>
        <bdi>{t("folderFacts", { done, total, folder: nameOf(to) })}</bdi>
      </div>
      <div className={styles["meter"]} style={{ marginBlockStart: 3 }} aria-hidden>
        <div
          className={styles["fill"]}
          style={{ inlineSize: `${total === 0 ? 0 : Math.floor((done / total) * 100)}%` }}
        />
      </div>
    </li>
  );
}
