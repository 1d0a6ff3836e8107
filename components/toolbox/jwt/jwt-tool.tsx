"use client";

import { SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReadJwt } from "./read-jwt";
import { SignJwt } from "./sign-jwt";
import styles from "@/components/toolbox/toolbox.module.css";

export default function JwtTool() {
  const t = useTranslations("toolbox.jwt");
  const [mode, setMode] = useState("read");
  return (
    <div className={styles["fields"]}>
      <div>
        <SegmentedControl
          aria-label={t("mode")}
          withItemsBorders={false}
          data={(["read", "sign"] as const).map((value) => ({ value, label: t(value) }))}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === "read" ? <ReadJwt /> : <SignJwt />}
    </div>
  );
}
