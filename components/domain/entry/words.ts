"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useErrorText, type ErrorText } from "@/components/layout/use-error-text";

/** What the verbs need to speak to the user. */
export type Words = { t: ReturnType<typeof useTranslations<"file">>; errorText: ErrorText };

export function useWords(): Words {
  const t = useTranslations("file");
  const errorText = useErrorText();
  return useMemo(() => ({ t, errorText }), [t, errorText]);
}
