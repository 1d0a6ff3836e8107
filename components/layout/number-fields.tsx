"use client";

import type { ZodNumber } from "zod";
import { NumberField } from "./number-field";

type Props<Name extends string> = {
  names: readonly Name[];
  /** What numbers are good. */
  shape: Record<Name, ZodNumber>;
  value: Record<Name, number>;
  isChecked: boolean;
  say: (name: Name, what: "label" | "hint") => string;
  onChange: (name: Name, value: number) => void;
};

/** Whole numbers of a setting, each with its name and what it is for. */
export function NumberFields<Name extends string>({ names, shape, value, isChecked, say, onChange }: Props<Name>) {
  return names.map((name) => (
    <NumberField
      key={name}
      label={say(name, "label")}
      hint={say(name, "hint")}
      schema={shape[name]}
      value={value[name]}
      isChecked={isChecked}
      onChange={(number) => onChange(name, number)}
    />
  ));
}
