"use client";

import { createTranslator, useLocale, useMessages, useTranslations } from "next-intl";
import { use, useCallback } from "react";
import { allMessages } from "@/lib/client/load-messages";
import { AppError, isAppError, isErrorKey } from "@/lib/shared/errors";
import { callBy } from "@/lib/shared/own-name";
import { isPermission } from "@/lib/shared/permissions";
import { MoreWordsContext } from "./language";
import { useLook } from "./look";
import { noParams } from "./no-params";

export type ErrorText = (error: unknown) => string;

/**
 * Turns a failure into words of the user's language; what is not an AppError becomes `internal`. A page that has only some words says
 * `internal` until the others are there, which those of the API's failures are before they are thrown.
 */
export function useErrorText(): ErrorText {
  const own = useTranslations();
  const locale = useLocale();
  const { name: ownName } = useLook();
  const wantMore = use(MoreWordsContext);
  return useCallback(
    (failure: unknown) => {
      if (!isAppError(failure)) return own("errors.internal");
      // Where only its key came along, its words would be without a reason.
      const isBare = failure.key === "request/invalid" && failure.params["problem"] === undefined;
      const error = isBare ? new AppError("request/refused") : failure;
      const all = own.has(`errors.${error.key}`) ? undefined : allMessages.loaded(locale);
      const t = all === undefined ? own : createTranslator({ locale, messages: callBy(all, ownName, "compiled") });
      if (!t.has(`errors.${error.key}`)) {
        wantMore();
        return t("errors.internal");
      }
      const words = (value: string | number) => {
        if (value === "is_root") return t("user.root");
        if (value === "quota_bytes") return t("user.quota.title");
        return typeof value === "string" && isPermission(value) ? t(`permissions.${value}.name`) : value;
      };
      const named = Object.entries(error.params).map(([name, value]) => [name, words(value)]);
      return t(`errors.${error.key}`, { ...noParams, ...Object.fromEntries(named) });
    },
    [own, locale, ownName, wantMore],
  );
}

/** What an error of this key means, for a list of what has happened; null where the words need what only that one failure knew. */
export function usePlainErrorText(): (key: string) => string | null {
  const { errors } = useMessages();
  // A text with values is no string any more.
  return useCallback((key) => (isErrorKey(key) && typeof errors[key] === "string" ? errors[key] : null), [errors]);
}

/** The number under which the server's log has this failure. */
export function requestIdOf(error: unknown): string | undefined {
  const requestId = isAppError(error) ? error.params["requestId"] : undefined;
  return requestId === undefined ? undefined : String(requestId);
}
