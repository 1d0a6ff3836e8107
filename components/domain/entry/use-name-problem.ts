"use client";

import { useTranslations } from "next-intl";
import { nameProblem } from "@/lib/shared/paths";

/** Why a text is not a name, in words; null when it is one. */
export function useNameProblem(): (name: string) => string | null {
  const t = useTranslations("file.nameProblem");
  return (name) => {
    const problem = nameProblem(name);
    return problem === null ? null : t(problem);
  };
}
