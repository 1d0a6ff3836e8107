"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NumberFields } from "@/components/layout/number-fields";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useCachedMe } from "@/components/layout/use-me";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { terminalSettingSchema, type TerminalSetting } from "@/lib/contracts/terminal";
import { RecordingFields, recordingNumbers } from "./recording/recording-fields";

const queryKey = ["setting", "terminal"] as const;
const limits = ["maxPerUser", "idleHours", "scrollbackLines"] as const;
const numbers = [...limits, ...recordingNumbers] as const;

/** Which shell, how many terminals, how long they are kept, and whose are recorded. */
export default function TerminalSettings() {
  const t = useTranslations("terminal.setting");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.terminal.getTerminalSetting({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={4}>
        {(saved) => <TerminalForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function TerminalForm({ saved }: { saved: TerminalSetting }) {
  const t = useTranslations("terminal.setting");
  const store = (input: TerminalSetting) => api.terminal.setTerminalSetting(input);
  const form = useSettingForm({ saved, queryKey, store });
  const { value, patch } = form;
  const [isChecked, setChecked] = useState(false);
  const { shape } = terminalSettingSchema;
  // From all others the server takes no change of the rest.
  const isAdministrator = useCachedMe()?.is_root === true;
  const shellProblem = shape.shell.safeParse(value.shell).success ? null : t("shell.problem");
  const accountProblem = shape.account.safeParse(value.account).success ? null : t("account.problem");
  const submit = () => {
    setChecked(true);
    if (
      shellProblem === null &&
      accountProblem === null &&
      numbers.every((field) => shape[field].safeParse(value[field]).success)
    )
      form.save();
  };
  return (
    <Form label={t("title")} onSubmit={submit}>
      {isAdministrator ? (
        <>
          <TextInput
            label={t("shell.label")}
            description={t("shell.hint")}
            placeholder="/bin/bash"
            dir="ltr"
            value={value.shell}
            error={isChecked ? shellProblem : null}
            onChange={({ currentTarget }) => patch({ shell: currentTarget.value.trim() })}
          />
          <TextInput
            label={t("account.label")}
            description={t("account.hint")}
            placeholder="filedeck"
            dir="ltr"
            value={value.account}
            error={isChecked ? accountProblem : null}
            onChange={({ currentTarget }) => patch({ account: currentTarget.value.trim() })}
          />
        </>
      ) : null}
      <NumberFields
        names={limits}
        shape={shape}
        value={value}
        isChecked={isChecked}
        say={(name, what) => t(`${name}.${what}`)}
        onChange={(name, number) => patch({ [name]: number })}
      />
      {isAdministrator ? <RecordingFields value={value} isChecked={isChecked} onChange={patch} /> : null}
      <SettingButtons form={form} />
    </Form>
  );
}
