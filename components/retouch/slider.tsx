"use client";

import { useFormatter } from "next-intl";
import { useId, useRef } from "react";
import styles from "./image-editor.module.css";

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as it is shown; a number unless said otherwise. */
  text?: string;
  /** `goesOn`: of the same drag, or the same run of key presses, as the last. */
  onChange: (value: number, goesOn: boolean) => void;
};

/** A value on a line; one drag of it is one step to undo. */
export function Slider({ label, value, min, max, step = 1, text, onChange }: Props) {
  const id = useId();
  const format = useFormatter();
  const isGoingOn = useRef(false);
  const end = () => (isGoingOn.current = false);
  return (
    <div className={styles["slider"]}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} dir="ltr">
        {text ?? format.number(value)}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={({ currentTarget }) => {
          onChange(Number(currentTarget.value), isGoingOn.current);
          isGoingOn.current = true;
        }}
        onPointerDown={end}
        onPointerUp={end}
        onBlur={end}
      />
    </div>
  );
}
