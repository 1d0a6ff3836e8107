"use client";

import { Checkbox, Switch } from "@mantine/core";
import { useState } from "react";
import styles from "./alerts.module.css";

type Part = { id: string; name: string };
type Group = { title: string; parts: readonly Part[]; chosen: readonly string[]; onChange: (ids: string[]) => void };

type Props = {
  label: string;
  hint: string;
  groups: readonly Group[];
  isOpen: boolean;
  onOpen?: () => void;
  /** All again. */
  onClose: () => void;
};

/** All of something, unless the switch is on: then those that are checked. */
export function CheckList({ label, hint, groups, isOpen, onOpen, onClose }: Props) {
  const [isOn, setOn] = useState(isOpen);
  return (
    <div>
      <Switch
        label={label}
        description={hint}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked);
          if (currentTarget.checked) onOpen?.();
          else onClose();
        }}
      />
      {isOn
        ? groups
            .filter(({ parts }) => parts.length > 0)
            .map(({ title, parts, chosen, onChange }) => (
              <fieldset key={title} aria-label={title} className={styles["people"]}>
                {parts.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={name}
                    checked={chosen.includes(id)}
                    onChange={({ currentTarget }) =>
                      onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                    }
                  />
                ))}
              </fieldset>
            ))
        : null}
    </div>
  );
}
