"use client";

import { useTranslations } from "next-intl";
import { TwoModes } from "@/components/toolbox/two-modes";
import { MakeCertificate } from "./make-form";
import { ReadCertificate } from "./read-form";

export default function CertificateTool() {
  const t = useTranslations("toolbox.certificate");
  return (
    <TwoModes
      label={t("mode")}
      read={{ label: t("read"), content: <ReadCertificate /> }}
      make={{ label: t("make"), content: <MakeCertificate /> }}
    />
  );
}
