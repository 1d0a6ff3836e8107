"use client";

import { NextIntlClientProvider } from "next-intl";
import { use, type ReactNode } from "react";
import { allMessages } from "@/lib/client/load-messages";
import { callBy } from "@/lib/shared/own-name";
import { LanguageContext } from "./language";
import { useLook } from "./look";

/** Gives what is inside all words of the language, and waits until they are there. */
export function WholeWords({ children }: { children: ReactNode }) {
  const { locale } = use(LanguageContext);
  const { name } = useLook();
  // The last hook, see page-words.tsx.
  const messages = allMessages.loaded(locale) ?? use(allMessages.load(locale));
  return (
    <NextIntlClientProvider locale={locale} messages={callBy(messages, name, "compiled")}>
      {children}
    </NextIntlClientProvider>
  );
}
