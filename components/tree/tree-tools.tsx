"use client";

import { TextInput } from "@mantine/core";
import {
  IconArrowsDiagonalMinimize2,
  IconArrowsDiagonal,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconRoute,
  IconSearch,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import type { useTree } from "./use-tree";
import styles from "./tree.module.css";

type Props = {
  tree: Pick<ReturnType<typeof useTree>, "found" | "post">;
  hit: number;
  isCopied: boolean;
  onHit: (hit: number) => void;
  onCopy: (what: "path" | "value") => void;
};

/** Search, and what can be done with the line that has the focus. */
export function TreeTools({ tree: { found, post }, hit, isCopied, onHit, onCopy }: Props) {
  const t = useTranslations("tree");
  const texts = useKitTexts();
  const [text, setText] = useState("");
  const isFound = text !== "" && found.text === text && found.count > 0;
  const step = (by: 1 | -1) => {
    if (isFound) onHit((hit + by + found.count) % found.count);
  };
  return (
    <div className={styles["tools"]}>
      <TextInput
        className={styles["find"]}
        aria-label={t("find")}
        placeholder={t("find")}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          post({ type: "find", text: currentTarget.value });
          onHit(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape" && text !== "") {
            event.preventDefault();
            setText("");
          }
        }}
      />
      <output className={styles["matches"]}>
        {text === "" ? "" : isFound ? t("matches", { current: hit + 1, total: found.count }) : t("noMatch")}
      </output>
      <IconButton
        label={t("previous")}
        shortcut="Shift Enter"
        icon={<IconChevronUp size={18} />}
        disabledReason={isFound ? null : t("noMatch")}
        onClick={() => step(-1)}
      />
      <IconButton
        label={t("next")}
        shortcut="Enter"
        icon={<IconChevronDown size={18} />}
        disabledReason={isFound ? null : t("noMatch")}
        onClick={() => step(1)}
      />
      <span className={styles["gap"]} />
      <IconButton
        label={t("expandAll")}
        icon={<IconArrowsDiagonal size={18} />}
        onClick={() => post({ type: "all", isOpen: true })}
      />
      <IconButton
        label={t("collapseAll")}
        icon={<IconArrowsDiagonalMinimize2 size={18} />}
        onClick={() => post({ type: "all", isOpen: false })}
      />
      <IconButton label={t("copyPath")} icon={<IconRoute size={18} />} onClick={() => onCopy("path")} />
      <IconButton
        label={t("copyValue")}
        shortcut="Ctrl C"
        icon={<IconCopy size={18} />}
        onClick={() => onCopy("value")}
      />
      <output className="visually-hidden">{isCopied ? texts.copied : ""}</output>
    </div>
  );
}
