"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { NumberField } from "@/components/layout/number-field";
import { pages } from "@/lib/client/urls";
import { terminalSettingSchema, type TerminalSetting } from "@/lib/contracts/terminal";
import { recordedTerminals } from "@/lib/shared/terminals";

export const recordingNumbers = ["recordingDays", "recordingTotalMb", "recordingMb"] as const;

type Props = {
  value: TerminalSetting;
  isChecked: boolean;
  onChange: (change: Partial<TerminalSetting>) => void;
};

/** Whose terminals are recorded, how much of them is kept, and the way to what was. */
export function RecordingFields({ value, isChecked, onChange }: Props) {
  const t = useTranslations("terminal.setting");
  const { shape } = terminalSettingSchema;
  const hints = {
    recordingDays: undefined,
    recordingTotalMb: t("recordingTotalMb.hint"),
    recordingMb: t("recordingMb.hint"),
  };
  return (
    <>
      <NativeSelect
        label={t("recording.label")}
        description={t("recording.hint")}
        value={value.recording}
        data={recordedTerminals.map((whose) => ({ value: whose, label: t(`recording.choices.${whose}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ recording: recordedTerminals.find((whose) => whose === currentTarget.value) ?? "none" })
        }
      />
      {value.recording === "none"
        ? null
        : recordingNumbers.map((field) => (
            <NumberField
              key={field}
              label={t(`${field}.label`)}
              {...(hints[field] === undefined ? {} : { hint: hints[field] })}
              schema={shape[field]}
              value={value[field]}
              isChecked={isChecked}
              onChange={(number) => onChange({ [field]: number })}
            />
          ))}
      <div>
        <Button component={Link} href={pages.recordings()} variant="default">
          {t("viewRecordings")}
        </Button>
      </div>
    </>
  );
}
