"use client";

import { NumberInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ZodNumber } from "zod";

type Props = {
  label: string;
  hint?: string;
  /** NaN while nothing is typed. */
  value: number;
  /** Says what numbers are good. */
  schema: ZodNumber;
  /** Whether a problem is shown already: not before the form was sent. */
  isChecked: boolean;
  onChange: (value: number) => void;
};

/** A whole number of a setting; says its range when it is outside. */
export function NumberField({ label, hint, value, schema, isChecked, onChange }: Props) {
  const t = useTranslations("ui");
  const { minValue, maxValue } = schema;
  const isGood = schema.safeParse(value).success;
  return (
    <NumberInput
      allowDecimal={false}
      clampBehavior="none"
      label={label}
      description={hint}
      value={Number.isNaN(value) ? "" : value}
      error={isChecked && !isGood ? t("numberRange", { least: minValue ?? 0, most: maxValue ?? 0 }) : null}
      onChange={(number) => onChange(number === "" ? Number.NaN : Number(number))}
    />
  );
}
