"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { SortSlot } from "./sort-slot";
import styles from "./grid-tools.module.css";

/** What chooses the rows of a list, above it. `end`: on the other side. */
export function GridTools({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles["tools"]}>
      {children}
      <SortSlot />
      {end === undefined ? null : <div className={styles["end"]}>{end}</div>}
    </div>
  );
}

type SearchProps = { label: string; text: string; onText: (text: string) => void };

export function GridSearch({ label, text, onText }: SearchProps) {
  return (
    <TextInput
      className={styles["search"]}
      type="search"
      size="xs"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

type FilterProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value;
  onValue: (value: Value) => void;
  /** What a value is called; with how many rows it has, if that is known. */
  nameOf: (value: Value) => string;
};

/** Chooses one of a few kinds of rows. */
export function GridFilter<Value extends string>({ label, values, value, onValue, nameOf }: FilterProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={values.map((one) => ({ value: one, label: nameOf(one) }))}
      onChange={({ currentTarget }) => onValue(values.find((one) => one === currentTarget.value) ?? value)}
    />
  );
}
