"use client";

import { NumberInput, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import styles from "./grants.module.css";

const gigabyte = 1024 ** 3;
const most = 1_000_000;

type Props = { value: number | null; hint: string; onChange: (bytes: number | null) => void };

/** How much may be stored, in gigabytes; none at all while it is switched off. */
export function QuotaField({ value, hint, onChange }: Props) {
  const t = useTranslations("user.quota");
  return (
    <div className={styles["quota"]}>
      <Switch
        label={t("limit")}
        description={hint}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 10 * gigabyte : null)}
      />
      {value === null ? null : (
        <NumberInput
          className={styles["gigabytes"]}
          aria-label={t("gigabytes")}
          suffix=" GB"
          min={0}
          max={most}
          decimalScale={3}
          value={value / gigabyte}
          onChange={(number) => onChange(Math.round(Math.min(most, Number(number)) * gigabyte))}
        />
      )}
    </div>
  );
}
