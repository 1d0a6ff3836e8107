"use client";

import { NextIntlClientProvider, type Locale, type Messages } from "next-intl";
import { createContext, use, useCallback, useState, type ReactNode } from "react";
import { rememberLocale } from "@/lib/client/appearance";
import { loadMessages } from "@/lib/client/load-messages";

const SwitchLocale = createContext<(locale: Locale) => Promise<void>>(() => Promise.resolve());

type Props = { initialLocale: Locale; initialMessages: Messages; children: ReactNode };

/** The words of the screen; the language changes without a reload. */
export function IntlProvider({ initialLocale, initialMessages, children }: Props) {
  const [words, setWords] = useState({ locale: initialLocale, messages: initialMessages });
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const switchLocale = useCallback(async (locale: Locale) => {
    const messages = (await loadMessages(locale)) as Messages; // a test holds every language to en.json's keys
    rememberLocale(locale);
    setWords({ locale, messages });
  }, []);
  return (
    <SwitchLocale value={switchLocale}>
      <NextIntlClientProvider locale={words.locale} messages={words.messages} timeZone={timeZone}>
        {children}
      </NextIntlClientProvider>
    </SwitchLocale>
  );
}

/** Loads a language and shows the screen in it; rejects when its messages cannot be loaded. */
export function useSwitchLocale(): (locale: Locale) => Promise<void> {
  return use(SwitchLocale);
}
