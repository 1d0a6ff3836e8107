"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useDraft } from "@/components/layout/use-draft";
import { useCachedMe } from "@/components/layout/use-me";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { audiences, type SearchPath } from "@/lib/contracts/environment";

type Entry = Pick<SearchPath, "note" | "audience">;
type Fields<T> = { value: T; patch: (change: Partial<T>) => void; problem: string | null };
type Props<T extends Entry> = {
  title: string;
  initial: T;
  /** Whether the choice of who gets it is given already. */
  isForAdministrators?: (value: T) => boolean;
  problemOf: (value: T) => string | null;
  onSave: (value: T) => Promise<unknown>;
  onClose: () => void;
  /** The fields of its own, above the common ones. */
  children: (fields: Fields<T>) => ReactNode;
};

/** Adds or changes an entry of the environment. */
export function EntryDialog<T extends Entry>(props: Props<T>) {
  const { title, initial, isForAdministrators = () => false, problemOf, onSave, onClose, children } = props;
  const t = useTranslations("environment");
  const tUi = useTranslations("ui");
  const isRoot = useCachedMe()?.is_root === true;
  const { value, patch } = useDraft(initial);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isFixed = isForAdministrators(value);
  const complete = isFixed ? { ...value, audience: "administrators" as const } : value;
  const problem = problemOf(complete);
  const submit = async () => {
    setChecked(true);
    if (problem !== null) return;
    setSaving(true);
    try {
      await onSave(complete);
      onClose();
    } catch {
      // The query client shows what failed.
      setSaving(false);
    }
  };
  const patchCommon = (change: Partial<Entry>) => patch(change as Partial<T>); // T has these fields
  return (
    <DialogCard title={title} onClose={onClose}>
      <Form label={title} onSubmit={() => void submit()}>
        {children({ value, patch, problem: isChecked ? problem : null })}
        <TextInput
          label={t("note")}
          maxLength={200}
          value={value.note}
          onChange={({ currentTarget }) => patchCommon({ note: currentTarget.value })}
        />
        <NativeSelect
          label={t("audience")}
          description={isRoot ? null : t("audienceHint")}
          disabled={!isRoot || isFixed}
          value={complete.audience}
          data={audiences.map((audience) => ({ value: audience, label: t(`audiences.${audience}`) }))}
          onChange={({ currentTarget }) => {
            const audience = audiences.find((one) => one === currentTarget.value);
            if (audience !== undefined) patchCommon({ audience });
          }}
        />
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={isSaving}>
            {tUi("save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
