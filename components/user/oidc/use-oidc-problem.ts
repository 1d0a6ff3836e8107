"use client";

import { useTranslations } from "next-intl";
import type { OidcProblem } from "./oidc-draft";

/** A problem of a field in words; null for none. */
export function useOidcProblem(): (problem: OidcProblem | undefined) => string | null {
  const t = useTranslations("user.oidc");
  const tUi = useTranslations("ui");
  return (problem) => {
    if (problem === undefined) return null;
    return problem === "empty" ? tUi("cannotBeEmpty") : t(`problems.${problem}`);
  };
}
