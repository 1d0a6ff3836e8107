"use client";

import { NativeSelect, Select } from "@mantine/core";
import { useTranslations } from "next-intl";

type Choice = { value: string; label: string };
type Props = {
  label?: string;
  "aria-label"?: string;
  /** Below the field. */
  description?: string;
  size?: "xs" | "sm";
  value: string;
  data: readonly Choice[];
  onChange: (value: string) => void;
};

/** Hints differ in length, and above the fields they would push those apart. */
const below = ["label", "input", "error", "description"] as const;
/** From so many on they are searched. */
const many = 16;

/** One of a list that may be long: where it is, what is typed finds it. */
export function LongSelect({ data, onChange, ...props }: Props) {
  const t = useTranslations("layout.list");
  const field = { ...props, data: [...data], inputWrapperOrder: [...below] };
  if (data.length < many)
    return <NativeSelect {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  return (
    <Select
      {...field}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      // What is typed is a new search, not the end of the name that is there.
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Enter takes the marked one; it must not send the form without it.
      onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      nothingFoundMessage={t("noMatch")}
      maxDropdownHeight={360}
      onChange={(value) => (value === null ? undefined : onChange(value))}
    />
  );
}
