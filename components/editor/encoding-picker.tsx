"use client";

import { useTranslations } from "next-intl";
import type { EditorSession } from "@/components/domain/edit/use-editor-session";
import { useErrorText } from "@/components/layout/use-error-text";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { openMenu } from "@/components/ui/menu/menu-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { encodingName, hasBom, textEncodings } from "@/lib/shared/encodings";
import { StatusPicker } from "./status-picker";
import styles from "./editor-view.module.css";

/** The encoding: read the file again in another one, or save it in another one. */
export function EncodingPicker({ session, isReadOnly }: { session: EditorSession; isReadOnly: boolean }) {
  const t = useTranslations("editor");
  const errorText = useErrorText();
  const { disk, write, isGuessed } = session.state;

  const reopen = async (encoding: string) => {
    const isSure =
      !session.isUnsaved ||
      (await openConfirm({
        title: t("reopenTitle", { encoding: encodingName(encoding) }),
        body: t("reopenBody"),
        confirmLabel: t("reopenConfirm"),
        danger: true,
      }));
    if (!isSure) return;
    await session.reopen(encoding).catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };

  const choices = (of: "reopen" | "save"): MenuItem[] => [
    ...textEncodings.map(({ id, name }) => ({
      id,
      label: name,
      checked: (of === "reopen" ? disk : write).encoding === id,
      onSelect: () =>
        of === "reopen"
          ? void reopen(id) // shows its own failures
          : session.choose({ encoding: id, bom: hasBom(id) && (id === disk.encoding ? disk.bom : id !== "utf-8") }),
    })),
    ...(of === "save" && hasBom(write.encoding)
      ? [
          { id: "line", divider: true as const },
          { id: "bom", label: t("bom"), checked: write.bom, onSelect: () => session.choose({ bom: !write.bom }) },
        ]
      : []),
  ];
  /** A second menu where the first one was. */
  const openChoices = (of: "reopen" | "save") => {
    const { activeElement } = document;
    const box = (activeElement ?? document.body).getBoundingClientRect();
    openMenu({
      anchor: { left: box.left, right: box.right, top: box.top, bottom: box.bottom },
      items: choices(of),
      label: t(of === "reopen" ? "reopenWith" : "saveWith"),
    });
  };

  return (
    <>
      <StatusPicker
        label={t("encoding")}
        isChanged={disk.encoding !== write.encoding || disk.bom !== write.bom}
        items={[
          { id: "reopen", label: t("reopenWith"), onSelect: () => setTimeout(openChoices, 0, "reopen") },
          {
            id: "save",
            label: t("saveWith"),
            disabledReason: isReadOnly ? t("readOnly") : null,
            onSelect: () => setTimeout(openChoices, 0, "save"),
          },
        ]}
      >
        {encodingName(write.encoding)}
        {write.bom ? ` ${t("withBom")}` : ""}
      </StatusPicker>
      {isGuessed && disk.encoding === write.encoding ? (
        <button
          type="button"
          className={styles["item"]}
          data-changed
          data-tip={t("guessedHint")}
          onClick={() => openChoices("reopen")}
        >
          {t("guessed")}
        </button>
      ) : null}
    </>
  );
}
