"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { findPasskeyProblem } from "@/lib/client/passkey";

/** What to say when a passkey was not made or not used. */
export function usePasskeyText(): (error: unknown) => string {
  const t = useTranslations("factor.passkey.problems");
  const errorText = useErrorText();
  return (error) => {
    const problem = findPasskeyProblem(error);
    return problem === null ? errorText(error) : t(problem);
  };
}
