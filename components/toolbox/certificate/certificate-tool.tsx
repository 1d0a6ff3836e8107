"use client";

import { SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MakeCertificate } from "./make-form";
import { ReadCertificate } from "./read-form";
import styles from "@/components/toolbox/toolbox.module.css";

export default function CertificateTool() {
  const t = useTranslations("toolbox.certificate");
  const [mode, setMode] = useState("read");
  return (
    <div className={styles["fields"]}>
      <div>
        <SegmentedControl
          aria-label={t("mode")}
          withItemsBorders={false}
          data={(["read", "make"] as const).map((value) => ({ value, label: t(value) }))}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === "read" ? <ReadCertificate /> : <MakeCertificate />}
    </div>
  );
}
