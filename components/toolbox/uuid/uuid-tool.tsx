"use client";

import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextBox } from "@/components/toolbox/text-box";
import { makeUuids, maxUuids, type UuidVersion } from "./make-uuids";
import styles from "@/components/toolbox/toolbox.module.css";

export default function UuidTool() {
  const t = useTranslations("toolbox.uuid");
  const tAll = useTranslations("toolbox");
  const [version, setVersion] = useState<UuidVersion>("v4");
  const [count, setCount] = useState<number | string>(5);
  const [made, setMade] = useState(() => makeUuids("v4", 5));
  const isCount = typeof count === "number" && count >= 1 && count <= maxUuids;
  const make = (by: UuidVersion) => {
    if (isCount) setMade(makeUuids(by, count));
  };
  return (
    <div className={styles["fields"]}>
      <form
        className={styles["row"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          make(version);
        }}
      >
        <NativeSelect
          label={t("version")}
          value={version}
          data={(["v4", "v7"] as const).map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value === "v7" ? "v7" : "v4";
            setVersion(next);
            make(next);
          }}
        />
        <NumberInput
          className={styles["number"] ?? ""}
          label={tAll("count")}
          allowDecimal={false}
          clampBehavior="none"
          value={count}
          error={isCount ? null : t("problem", { least: 1, most: maxUuids })}
          onChange={setCount}
        />
        <Button type="submit">{tAll("generate")}</Button>
      </form>
      <TextBox label={t("result")} isCode rows={Math.min(14, Math.max(5, made.length))} value={made.join("\n")} />
    </div>
  );
}
