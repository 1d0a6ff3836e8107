"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- radio buttons with icons */

import type { Icon } from "@tabler/icons-react";
import { IconButton } from "./icon-button";
import styles from "./icon-radios.module.css";

type Props<Id extends string> = {
  label: string;
  options: readonly { id: Id; label: string; Icon: Icon }[];
  chosen: Id;
  onChoose: (id: Id) => void;
};

/** One of a few, each as an icon with a tooltip. */
export function IconRadios<Id extends string>({ label, options, chosen, onChoose }: Props<Id>) {
  return (
    <div className={styles["radios"]} data-part="radios" role="radiogroup" aria-label={label}>
      {options.map(({ id, label: text, Icon }) => (
        <IconButton
          key={id}
          role="radio"
          aria-checked={chosen === id}
          className={styles["radio"]}
          label={text}
          icon={<Icon size={17} stroke={1.7} />}
          onClick={() => onChoose(id)}
        />
      ))}
    </div>
  );
}
