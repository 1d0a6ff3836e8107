"use client";

import { TextInput } from "@mantine/core";

type End = "from" | "to";
type Props = {
  values: Readonly<Record<End, string>>;
  labelOf: (end: End) => string;
  onChange: (end: End, value: string) => void;
};

/** A time of one's own to look at: when it begins and when it ends, in the browser's own time. */
export function TimeEnds({ values, labelOf, onChange }: Props) {
  return (["from", "to"] as const).map((end) => (
    <TextInput
      key={end}
      size="xs"
      type="datetime-local"
      step={1}
      aria-label={labelOf(end)}
      data-tip={labelOf(end)}
      value={values[end]}
      onChange={({ currentTarget }) => onChange(end, currentTarget.value)}
    />
  ));
}
