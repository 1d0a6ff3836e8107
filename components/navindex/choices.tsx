"use client";

import { useId, type ReactNode } from "react";
import styles from "./choices.module.css";

type Props<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value;
  /** Accessible name. */
  nameOf: (value: Value) => string;
  renderValue: (value: Value) => ReactNode;
  onValue: (value: Value) => void;
};

/** One of several pictures: radio buttons of the browser's own, with its keys. */
export function Choices<Value extends string>({ label, values, value, nameOf, renderValue, onValue }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles["choices"]}>
      <legend>{label}</legend>
      {values.map((one) => (
        <label key={one} className={styles["choice"]} data-tip={nameOf(one)}>
          <input
            type="radio"
            name={name}
            checked={one === value}
            aria-label={nameOf(one)}
            onChange={() => onValue(one)}
          />
          {renderValue(one)}
        </label>
      ))}
    </fieldset>
  );
}
