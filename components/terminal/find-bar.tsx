"use client";

import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { OpenScreen } from "./open-screen";
import styles from "./terminal.module.css";

/** Looks for a text in all that the terminal still has. */
export function FindBar({ screen, onClose }: { screen: OpenScreen; onClose: () => void }) {
  const t = useTranslations("terminal.find");
  const [text, setText] = useState("");
  const [isFound, setFound] = useState(true);
  const find = (wanted: string, way: "next" | "previous") => {
    setText(wanted);
    setFound(wanted === "" || screen.find(wanted, way));
  };
  return (
    <search className={styles["find"]}>
      <input
        type="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key
        autoFocus
        aria-label={t("label")}
        aria-invalid={!isFound}
        placeholder={t("label")}
        value={text}
        onChange={({ currentTarget }) => find(currentTarget.value, "previous")}
        onKeyDown={(event) => {
          if (event.key === "Enter") find(text, event.shiftKey ? "next" : "previous");
          if (event.key === "Escape") onClose();
        }}
      />
      <output>{isFound ? "" : t("nothing")}</output>
      <IconButton label={t("previous")} icon={<IconChevronUp size={16} />} onClick={() => find(text, "previous")} />
      <IconButton label={t("next")} icon={<IconChevronDown size={16} />} onClick={() => find(text, "next")} />
      <IconButton label={t("close")} shortcut="Esc" icon={<IconX size={16} />} onClick={onClose} />
    </search>
  );
}
