"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { CommandFields } from "./command-fields";
import { beginOf, emptyDraft, problemsOf, unitsOf, type NewKind, type NewUnit } from "./draft";
import { hintLast, type FieldProps } from "./field-props";
import { MoreFields } from "./more-fields";
import { TextStep } from "./text-step";
import { TimerFields } from "./timer-fields";
import styles from "@/components/systemd/systemd.module.css";

type Props = {
  kind: NewKind;
  scope: string;
  /** The names of those that are there. */
  services: readonly string[];
  onClose: () => void;
  onCreated: (unit: string) => void;
};

const inMore = ["description", "environment", "memory", "cpu"] as const;

/** A service or a timer from what is filled in, by way of its files as they will be. */
export default function CreateDialog({ kind, scope, services, onClose, onCreated }: Props) {
  const t = useTranslations("systemd.create");
  const [draft, setDraft] = useState(() => emptyDraft(kind));
  const [isTried, setTried] = useState(false);
  const [units, setUnits] = useState<readonly NewUnit[] | null>(null);
  const problems = problemsOf(draft);
  const fields: FieldProps = {
    draft,
    scope,
    patch: (change) => setDraft((now) => ({ ...now, ...change })),
    patchService: (change) => setDraft((now) => ({ ...now, service: { ...now.service, ...change } })),
    wordOf: (...mine) => {
      const problem = isTried ? mine.find((one) => problems.has(one)) : undefined;
      return problem === undefined ? null : t(`problems.${problem}`);
    },
  };
  const title = t(scope === "" ? `${kind}Title` : `${kind}TitleOf`, { name: scope });
  if (units !== null)
    return (
      <DialogCard title={title} onClose={onClose} size={760} fillsPhone isKept>
        <TextStep
          scope={scope}
          begin={beginOf(draft)}
          given={units}
          onBack={() => setUnits(null)}
          onCreated={onCreated}
        />
      </DialogCard>
    );
  const isCommand = kind === "service" || !draft.runsOther;
  return (
    <DialogCard title={title} onClose={onClose} size={760} fillsPhone keepsInput>
      <Form
        onSubmit={() => {
          setTried(true);
          if (problems.size === 0) setUnits(unitsOf(draft, scope));
        }}
      >
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          inputWrapperOrder={hintLast}
          required
          dir="ltr"
          value={draft.name}
          error={fields.wordOf("name")}
          maxLength={240}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          rightSection={<span className={styles["ending"]}>.{kind}</span>}
          rightSectionWidth={76}
          onChange={({ currentTarget }) => fields.patch({ name: currentTarget.value.trim() })}
        />
        {kind === "timer" ? <TimerFields {...fields} services={services} /> : null}
        {isCommand ? <CommandFields {...fields} /> : null}
        {isCommand ? <MoreFields {...fields} isOpen={isTried && inMore.some((one) => problems.has(one))} /> : null}
        <div className={styles["checks"]}>
          <Checkbox
            label={t(kind === "timer" ? "timerNow" : "startsNow")}
            checked={draft.startsNow}
            onChange={({ currentTarget }) => fields.patch({ startsNow: currentTarget.checked })}
          />
          <Checkbox
            label={t(kind === "timer" ? "timerAtBoot" : "startsAtBoot")}
            checked={draft.startsAtBoot}
            onChange={({ currentTarget }) => fields.patch({ startsAtBoot: currentTarget.checked })}
          />
        </div>
        <FormButtons onCancel={onClose}>
          <Button type="submit">{t("continue")}</Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
