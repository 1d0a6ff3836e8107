"use client";

import { IntlErrorCode, NextIntlClientProvider, useMessages, type IntlError } from "next-intl";
import { use, useCallback, useMemo, useState, type ReactNode } from "react";
import { KitHosts } from "@/components/ui/kit-hosts";
import { loadedMessages, loadMessages } from "@/lib/client/load-messages";
import { mergeMessages } from "@/lib/shared/messages";
import { callBy } from "@/lib/shared/own-name";
import { LanguageContext, MoreWordsContext, type InlineWords } from "./language";
import { useLook } from "./look";
import { MutationErrors } from "./mutation-errors";
import { useCachedMe } from "./use-me";

/**
 * The words of some pages: those that came with them, or without such all of the language, which are a file that browsers keep; the page
 * waits for it as for its code. A page that came with some gets all once it wants one that it has not, and when the language changes.
 */
export function PageWords({ words, children }: { words?: InlineWords; children: ReactNode }) {
  const { locale } = use(LanguageContext);
  const base = useMessages();
  const { name, toasts } = useLook();
  const toastFactor = useCachedMe()?.toastFactor ?? 1;
  const [isWhole, setWhole] = useState(false);
  const isInline = words !== undefined && words.locale === locale && !isWhole;
  const inline = useMemo(() => mergeMessages(base, words?.messages ?? {}), [base, words]);

  const wantMore = useCallback(() => {
    // Without them the page stays as it is.
    loadMessages(locale).then(
      () => setWhole(true),
      () => undefined,
    );
  }, [locale]);
  const onError = useCallback(
    (error: IntlError) => {
      console.error(error); // oxlint-disable-line no-console -- as without this handler: tests fail by it
      if (isInline && error.code === IntlErrorCode.MISSING_MESSAGE) wantMore();
    },
    [isInline, wantMore],
  );
  // The last hook: React renders again when it is there, and must find none behind that it has not met.
  const messages = isInline ? inline : (loadedMessages(locale) ?? use(loadMessages(locale)));
  return (
    <NextIntlClientProvider locale={locale} messages={callBy(messages, name)} onError={onError}>
      <MoreWordsContext value={wantMore}>
        {children}
        <MutationErrors />
        <KitHosts toastFactor={toastFactor} toastTimes={toasts} />
      </MoreWordsContext>
    </NextIntlClientProvider>
  );
}
