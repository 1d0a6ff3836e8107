"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { AppError, isErrorKey } from "@/lib/shared/errors";

/** What came of asking. */
export function HookTest({ result }: { result: OutputOf<typeof userContract.testHook> }) {
  const t = useTranslations("user.hook.tested");
  const errorText = useErrorText();
  const { outcome, message, took_ms: ms } = result;
  if (outcome === "unanswered")
    return (
      <Banner kind="error" title={t("unanswered")}>
        {errorText(new AppError(isErrorKey(message) ? message : "internal"))}
      </Banner>
    );
  return (
    <Banner kind={outcome === "allow" ? "success" : "info"} title={t(outcome, { ms })}>
      {message}
    </Banner>
  );
}
