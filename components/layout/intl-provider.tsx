"use client";

import { NextIntlClientProvider, type Locale, type Messages } from "next-intl";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { rememberLocale } from "@/lib/client/appearance";
import { allMessages, firstMessages } from "@/lib/client/load-messages";
import { LanguageContext, type InlineWords } from "./language";

/** The language of the screen, which changes without a reload, and the few words that every page has. */
export function IntlProvider({ words, children }: { words: InlineWords; children: ReactNode }) {
  const [locale, setLocale] = useState(words.locale);
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const switchLocale = useCallback(
    async (next: Locale) => {
      await knownPart(locale).load(next);
      rememberLocale(next);
      setLocale(next);
    },
    [locale],
  );
  const language = useMemo(() => ({ locale, switchLocale }), [locale, switchLocale]);
  // Nobody switches to a language before it is loaded.
  const known = locale === words.locale ? undefined : (allMessages.loaded(locale) ?? firstMessages.loaded(locale));
  const messages = (known ?? words.messages) as Messages; // a part: what the pages add is in page-words.tsx
  return (
    <LanguageContext value={language}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
        {children}
      </NextIntlClientProvider>
    </LanguageContext>
  );
}

/** A page that does with the first words does so in another language. */
function knownPart(locale: Locale): typeof firstMessages | typeof allMessages {
  const isFirst = firstMessages.loaded(locale) !== undefined && allMessages.loaded(locale) === undefined;
  return isFirst ? firstMessages : allMessages;
}
