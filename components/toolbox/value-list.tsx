"use client";

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/ui/use-copy";
import styles from "./toolbox.module.css";

/** `value` is what is copied; `shown` what is seen instead of it. */
export type NamedValue = { name: string; value: string; shown?: ReactNode; isCode?: boolean };

/** Results, each under its name and with a button that copies it. */
export function ValueList({ label, values }: { label: string; values: readonly NamedValue[] }) {
  return (
    <dl className={styles["values"]} aria-label={label}>
      {values.map(({ name, ...value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <Value name={name} {...value} />
        </Fragment>
      ))}
    </dl>
  );
}

function Value({ name, value, shown, isCode = false }: NamedValue) {
  const t = useTranslations("toolbox");
  const tUi = useTranslations("ui");
  const { isCopied, copy } = useCopy();
  return (
    <dd>
      {isCode ? <code dir="ltr">{shown ?? value}</code> : <bdi>{shown ?? value}</bdi>}
      <IconButton
        label={isCopied ? tUi("copied") : t("copyNamed", { name })}
        icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => copy(value)}
      />
    </dd>
  );
}
