import type { Locale } from "next-intl";
import { createContext, use } from "react";
import { fallbackLocale } from "@/lib/shared/locales";
import type { SomeMessages } from "@/lib/shared/messages";

/** Words that came with the page, in the language that it was made in. */
export type InlineWords = { locale: Locale; messages: SomeMessages };

export const LanguageContext = createContext<{ locale: Locale; switchLocale: (locale: Locale) => Promise<void> }>({
  locale: fallbackLocale,
  switchLocale: () => Promise.resolve(),
});

/** For a page that has only some words: has the others loaded, and shows them when they are there. */
export const MoreWordsContext = createContext<() => void>(() => undefined);

/** Loads a language and shows the screen in it; rejects when its messages cannot be loaded. */
export function useSwitchLocale(): (locale: Locale) => Promise<void> {
  return use(LanguageContext).switchLocale;
}
