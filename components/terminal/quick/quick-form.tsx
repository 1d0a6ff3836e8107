"use client";

import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDraft } from "@/components/layout/use-draft";
import { useKitTexts } from "@/components/ui/kit-texts";
import { Form, FormButtons } from "@/components/ui/form";
import { quickWays } from "@/lib/contracts/quick-commands";
import { shownName } from "@/lib/shared/shown-name";
import type { QuickRow } from "./quick-tree";

/** As they are written in a command. */
const placeholders = { path: "{path}", paths: "{paths}", name: "{name}", folder: "{folder}" };

type Props = {
  row: QuickRow;
  /** Those that it may be put into. */
  groups: readonly QuickRow[];
  /** A group itself: it runs nothing and is in no other. */
  hasChildren: boolean;
  isSaving: boolean;
  onCancel: () => void;
  onSave: (row: QuickRow) => void;
};

export function QuickForm({ row, groups, hasChildren, isSaving, onCancel, onSave }: Props) {
  const t = useTranslations("terminal.quick");
  const tUi = useTranslations("ui");
  const kitTexts = useKitTexts();
  const { value, patch } = useDraft(row);
  const [suffixes, setSuffixes] = useState(row.suffixes.join(" "));
  const [isChecked, setChecked] = useState(false);
  const hasName = value.note.trim() !== "";
  const submit = () => {
    setChecked(true);
    const words = suffixes
      .toLowerCase()
      .split(/[\s,]+/)
      .map((word) => word.replace(/^[*.]+/, ""))
      .filter((word) => word !== "");
    if (hasName) onSave({ ...value, note: value.note.trim(), suffixes: words.slice(0, 20) });
  };
  return (
    <Form label={t("title")} onSubmit={submit}>
      <TextInput
        label={t("note")}
        data-autofocus
        maxLength={100}
        value={value.note}
        error={isChecked && !hasName ? kitTexts.cannotBeEmpty : null}
        onChange={({ currentTarget }) => patch({ note: currentTarget.value })}
      />
      {hasChildren ? null : (
        <>
          <Textarea
            label={t("command")}
            description={t("commandHint", placeholders)}
            dir="ltr"
            autosize
            minRows={2}
            maxLength={4096}
            spellCheck={false}
            autoCapitalize="none"
            value={value.command}
            onChange={({ currentTarget }) => patch({ command: currentTarget.value })}
          />
          <NativeSelect
            label={t("way")}
            value={value.way}
            data={quickWays.map((way) => ({ value: way, label: t(`ways.${way}`) }))}
            onChange={({ currentTarget }) => {
              const way = quickWays.find((one) => one === currentTarget.value);
              if (way !== undefined) patch({ way });
            }}
          />
          {groups.length === 0 ? null : (
            <NativeSelect
              label={t("parent")}
              value={value.parent ?? ""}
              data={[
                { value: "", label: t("noParent") },
                ...groups.map(({ id, note }) => ({ value: id, label: shownName(note) })),
              ]}
              onChange={({ currentTarget }) => patch({ parent: currentTarget.value || null })}
            />
          )}
        </>
      )}
      <TextInput
        label={t("suffixes")}
        description={t("suffixesHint")}
        dir="ltr"
        value={suffixes}
        onChange={({ currentTarget }) => setSuffixes(currentTarget.value)}
      />
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isSaving}>
          {tUi("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
