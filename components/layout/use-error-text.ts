"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { isAppError } from "@/lib/shared/errors";
import { isPermission } from "@/lib/shared/permissions";
import { noParams } from "./no-params";

export type ErrorText = (error: unknown) => string;

/** Turns a failure into words of the user's language; what is not an AppError becomes `internal`. */
export function useErrorText(): ErrorText {
  const t = useTranslations("errors");
  const tUser = useTranslations("user");
  const tPermission = useTranslations("permissions");
  return useCallback(
    (error: unknown) => {
      if (!isAppError(error)) return t("internal");
      const words = (value: string | number) => {
        if (value === "is_root") return tUser("root");
        return typeof value === "string" && isPermission(value) ? tPermission(`${value}.name`) : value;
      };
      const named = Object.entries(error.params).map(([name, value]) => [name, words(value)]);
      return t(error.key, { ...noParams, ...Object.fromEntries(named) });
    },
    [t, tPermission, tUser],
  );
}

/** The number under which the server's log has this failure. */
export function requestIdOf(error: unknown): string | undefined {
  const requestId = isAppError(error) ? error.params["requestId"] : undefined;
  return requestId === undefined ? undefined : String(requestId);
}
