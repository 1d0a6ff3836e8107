"use client";

import { useTranslations } from "next-intl";
import { TwoModes } from "@/components/toolbox/two-modes";
import { ReadJwt } from "./read-jwt";
import { SignJwt } from "./sign-jwt";

export default function JwtTool() {
  const t = useTranslations("toolbox.jwt");
  return (
    <TwoModes
      label={t("mode")}
      read={{ label: t("read"), content: <ReadJwt /> }}
      make={{ label: t("sign"), content: <SignJwt /> }}
    />
  );
}
