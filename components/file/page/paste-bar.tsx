"use client";

import { Button } from "@mantine/core";
import { IconClipboard } from "@tabler/icons-react";
import type { ShownAction } from "@/components/domain/action/entry-action";
import { fileClipboard } from "@/components/domain/transfer/clipboard-store";
import { useWords } from "@/components/domain/entry/words";
import { useStore } from "@/components/ui/use-store";
import { nameOf } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { reasonText } from "@/components/domain/action/menu-items";
import styles from "./paste-bar.module.css";

type Props = { paste: ShownAction | undefined; onPaste: () => void };

/** What was copied or cut and waits for its folder: the way to paste without a keyboard. Goes when it was pasted. */
export function PasteBar({ paste, onPaste }: Props) {
  const words = useWords();
  const { t } = words;
  const clipboard = useStore(fileClipboard);
  const first = clipboard?.files[0];
  if (paste === undefined || clipboard === null || first === undefined || clipboard.isPasted === true) return null;
  const reason = reasonText(paste.disabled, words);
  return (
    <section className={styles["bar"]} aria-label={t("pasteBar.label")}>
      <IconClipboard size={17} stroke={1.7} aria-hidden />
      <span className={styles["text"]}>
        {t("pasteBar.ready", { count: clipboard.files.length, name: shownName(nameOf(first)) })}
      </span>
      <Button size="xs" disabled={reason !== null} title={reason ?? undefined} onClick={onPaste}>
        {t("action.paste")}
      </Button>
      <Button size="xs" variant="default" onClick={() => fileClipboard.set(null)}>
        {t("pasteBar.clear")}
      </Button>
    </section>
  );
}
