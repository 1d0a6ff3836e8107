"use client";

import { Button, Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { extensionOf } from "@/components/domain/entry/kinds";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import type { UnknownQuestion } from "./unknown-question";
import styles from "./unknown-dialog.module.css";

/** What can be done with a file of an unknown type: read it as text, take it along, leave it. */
export default function UnknownDialog({ question, onClose }: { question: UnknownQuestion; onClose: () => void }) {
  const t = useTranslations("file");
  const texts = useKitTexts();
  const { name, looksLikeText, answer } = question;
  const [isRemembered, setRemembered] = useState(looksLikeText);
  const extension = extensionOf(name);
  const openAsText = (
    <Button
      key="text"
      variant={looksLikeText ? "filled" : "default"}
      data-autofocus={looksLikeText || undefined}
      onClick={() => answer({ act: "text", isRemembered })}
    >
      {t("action.openAsText")}
    </Button>
  );
  const download = (
    <Button
      key="download"
      variant={looksLikeText ? "default" : "filled"}
      data-autofocus={!looksLikeText || undefined}
      onClick={() => answer({ act: "download" })}
    >
      {t("action.download")}
    </Button>
  );
  return (
    <DialogCard
      title={<bdi>{shownName(name)}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          {looksLikeText ? [download, openAsText] : [openAsText, download]}
        </>
      }
    >
      <p className={styles["text"]}>{t("unknownType")}</p>
      <p className={styles["text"]}>{t(looksLikeText ? "unknown.isText" : "unknown.isNoText")}</p>
      <Checkbox
        className={styles["remember"]}
        checked={isRemembered}
        onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
        label={extension === "" ? t("unknown.rememberNone") : t("unknown.remember", { extension: `.${extension}` })}
      />
    </DialogCard>
  );
}
