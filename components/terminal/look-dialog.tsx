"use client";

import { NativeSelect, NumberInput, SegmentedControl, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import {
  terminalBells,
  terminalCursors,
  terminalFonts,
  terminalFontSizes,
  terminalRightClicks,
} from "@/lib/shared/terminals";
import { useTerminalLook } from "./use-terminal-look";
import styles from "./look-dialog.module.css";

/** What the user's terminals look like, and what they do by themselves: each change is seen and kept at once. */
export default function LookDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("terminal.look");
  const { look, change } = useTerminalLook();
  const { least, most } = terminalFontSizes;
  return (
    <DialogCard title={t("title")} onClose={onClose} size={520}>
      <div className={styles["fields"]}>
        <div className={styles["pair"]}>
          <NativeSelect
            label={t("font")}
            description={t("fontHint")}
            inputWrapperOrder={["label", "input", "description"]}
            value={look.font}
            data={terminalFonts.map((value) => ({ value, label: value === "default" ? t("fontDefault") : value }))}
            onChange={({ currentTarget }) => change({ font: pick(terminalFonts, currentTarget.value) })}
          />
          <NumberInput
            label={t("fontSize")}
            allowDecimal={false}
            min={least}
            max={most}
            value={look.fontSize}
            onChange={(size) => {
              if (typeof size === "number" && size >= least && size <= most) change({ fontSize: size });
            }}
          />
        </div>
        <Choice
          label={t("cursor")}
          value={look.cursor}
          data={terminalCursors.map((value) => ({ value, label: t(`cursors.${value}`) }))}
          onChange={(cursor) => change({ cursor: pick(terminalCursors, cursor) })}
        />
        <Switch
          label={t("blink")}
          checked={look.isBlinking}
          onChange={({ currentTarget }) => change({ isBlinking: currentTarget.checked })}
        />
        <Choice
          label={t("bell")}
          value={look.bell}
          data={terminalBells.map((value) => ({ value, label: t(`bells.${value}`) }))}
          onChange={(bell) => change({ bell: pick(terminalBells, bell) })}
        />
        <NativeSelect
          label={t("rightClick")}
          value={look.rightClick}
          data={terminalRightClicks.map((value) => ({ value, label: t(`rightClicks.${value}`) }))}
          onChange={({ currentTarget }) => change({ rightClick: pick(terminalRightClicks, currentTarget.value) })}
        />
        <Switch
          label={t("copyOnSelect")}
          checked={look.copyOnSelect}
          onChange={({ currentTarget }) => change({ copyOnSelect: currentTarget.checked })}
        />
        <Switch
          label={t("clipboard")}
          description={t("clipboardHint")}
          checked={look.clipboardWrites}
          onChange={({ currentTarget }) => change({ clipboardWrites: currentTarget.checked })}
        />
      </div>
    </DialogCard>
  );
}

type ChoiceProps = {
  label: ReactNode;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, data, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <div className={styles["label"]} id={id}>
        {label}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        withItemsBorders={false}
        fullWidth
        value={value}
        data={data}
        onChange={onChange}
      />
    </div>
  );
}

/** Of a list the value that a field of the page has; the first where it has none of them. */
function pick<T extends string>(values: readonly [T, ...T[]], value: string): T {
  return values.find((one) => one === value) ?? values[0];
}
