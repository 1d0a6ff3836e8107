"use client";

import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { compareNames } from "@/lib/shared/compare-names";
import styles from "./account.module.css";

type Props = { extensions: readonly string[]; onChange: (extensions: string[]) => void };

/** The types that open as text without a question, each to be forgotten. */
export function TextTypes({ extensions, onChange }: Props) {
  const t = useTranslations("account.preferences");
  if (extensions.length === 0) return null;
  return (
    <div>
      <div className={styles["label"]} id="text-types-label">
        {t("textTypes")}
      </div>
      <ul className={styles["types"]} aria-labelledby="text-types-label">
        {extensions.toSorted(compareNames).map((extension) => {
          const type = extension === "" ? t("noExtension") : `.${extension}`;
          return (
            <li key={extension}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t("forgetType", { type })}
                rightSection={<IconX size={14} stroke={1.7} aria-hidden />}
                onClick={() => onChange(extensions.filter((one) => one !== extension))}
              >
                <bdi>{type}</bdi>
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={styles["hint"]}>{t("textTypesHint")}</p>
    </div>
  );
}
