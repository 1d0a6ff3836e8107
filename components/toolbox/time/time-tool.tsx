"use client";

import { Button, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useRelativeTime } from "@/components/layout/use-clock";
import { ValueList } from "@/components/toolbox/value-list";
import { parseTime } from "./parse-time";
import styles from "@/components/toolbox/toolbox.module.css";

/** One time in all the ways in which it is written. */
export default function TimeTool() {
  const t = useTranslations("toolbox.time");
  const tAll = useTranslations("toolbox");
  const format = useFormatter();
  const [text, setText] = useState(() => String(Math.floor(Date.now() / 1000)));
  const time = parseTime(text);
  const relative = useRelativeTime(time?.atMs ?? 0);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const full = { dateStyle: "full", timeStyle: "long" } as const;
  return (
    <div className={styles["fields"]}>
      <div className={styles["row"]}>
        <TextInput
          className={styles["grow"] ?? ""}
          label={t("input")}
          description={t("inputHint")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={text.trim() === "" || time !== null ? null : t("problem")}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button variant="default" onClick={() => setText(String(Math.floor(Date.now() / 1000)))}>
          {t("now")}
        </Button>
      </div>
      {time === null ? null : (
        <>
          <span className={styles["dim"]}>{t(`readAs.${time.unit}`)}</span>
          <ValueList
            label={tAll("tools.time")}
            values={[
              { name: t("seconds"), value: String(Math.floor(time.atMs / 1000)), isCode: true },
              { name: t("milliseconds"), value: String(time.atMs), isCode: true },
              { name: "ISO 8601", value: new Date(time.atMs).toISOString(), isCode: true },
              { name: "UTC", value: format.dateTime(time.atMs, { ...full, timeZone: "UTC" }) },
              { name: t("local"), value: format.dateTime(time.atMs, { ...full, timeZone: zone }) },
              { name: t("relative"), value: relative },
            ]}
          />
        </>
      )}
    </div>
  );
}
