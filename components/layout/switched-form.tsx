"use client";

import { Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { Form } from "@/components/ui/form";
import { SettingButtons } from "./setting-buttons";
import type { useSettingForm } from "./use-setting-form";

type Switched = { enabled: boolean };

type Props = {
  label: string;
  /** Of the switch. */
  words: { label: string; hint?: string };
  form: Pick<ReturnType<typeof useSettingForm>, "isDirty" | "isSaving" | "reset"> & {
    value: Switched;
    patch: (change: Switched) => void;
  };
  onSubmit: () => void;
  /** What there is to set while it is on. */
  children: ReactNode;
};

/** The form of a setting that is off or on. */
export function SwitchedForm({ label, words, form, onSubmit, children }: Props) {
  const { value, patch } = form;
  return (
    <Form label={label} onSubmit={onSubmit}>
      <Switch
        label={words.label}
        description={words.hint}
        checked={value.enabled}
        onChange={({ currentTarget }) => patch({ enabled: currentTarget.checked })}
      />
      {value.enabled ? children : null}
      <SettingButtons form={form} />
    </Form>
  );
}
