"use client";

import { Textarea } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/ui/use-copy";
import styles from "./toolbox.module.css";

type Props = {
  label: string;
  value: string;
  /** Without it the text is there to be read. */
  onChange?: (value: string) => void;
  description?: string;
  error?: string | null;
  placeholder?: string;
  rows?: number;
  /** Left to right, in letters of one width. */
  isCode?: boolean;
};

/** A text of several lines with a button that copies it. */
export function TextBox({ label, value, onChange, error, rows = 8, isCode = false, ...rest }: Props) {
  const t = useTranslations("toolbox");
  const tUi = useTranslations("ui");
  const { isCopied, copy } = useCopy();
  return (
    <div className={styles["box"]}>
      <Textarea
        {...rest}
        label={label}
        rows={rows}
        value={value}
        error={error}
        readOnly={onChange === undefined}
        spellCheck={false}
        autoComplete="off"
        dir={isCode ? "ltr" : "auto"}
        classNames={{ input: (isCode ? styles["code"] : undefined) ?? "" }}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <div className={styles["boxTools"]}>
        <IconButton
          label={isCopied ? tUi("copied") : t("copyNamed", { name: label })}
          icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          disabled={value === ""}
          onClick={() => copy(value)}
        />
      </div>
    </div>
  );
}
