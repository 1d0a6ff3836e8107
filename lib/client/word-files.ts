import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { Locale } from "@/lib/shared/locales";
import type { SomeMessages } from "@/lib/shared/messages";

type Read = () => Promise<{ messages: SomeMessages }>;

/** Of what did not come, those speak who wait for it. */
const nothing = () => ({ default: () => null });

/** One way to a file for those who read it and for the page's head: of two the bundler makes two files where they are small. */
function filesOfWords() {
  const reads = new Map<Locale, Read>();
  return {
    keep: (locale: Locale, read: Read) => {
      reads.set(locale, read);
      return () => read().then(nothing, nothing);
    },
    read: async (locale: Locale) => {
      const read = reads.get(locale);
      if (read === undefined) throw new Error(`There is no file of words for ${locale}`);
      return (await read()).messages;
    },
  };
}

/** What the file page begins with, written by scripts/make-messages.mjs. */
export const firstFiles = filesOfWords();
/** All other words. */
export const restFiles = filesOfWords();

/** Shows nothing: Next names in a page's head what is loaded so, and browsers load it beside the code, and not after it. */
export const FirstWordsHint: Record<Locale, ComponentType> = {
  en: dynamic(firstFiles.keep("en", () => import("./generated/words/en-first"))),
  zh: dynamic(firstFiles.keep("zh", () => import("./generated/words/zh-first"))),
  de: dynamic(firstFiles.keep("de", () => import("./generated/words/de-first"))),
  ja: dynamic(firstFiles.keep("ja", () => import("./generated/words/ja-first"))),
  ko: dynamic(firstFiles.keep("ko", () => import("./generated/words/ko-first"))),
  ru: dynamic(firstFiles.keep("ru", () => import("./generated/words/ru-first"))),
  fr: dynamic(firstFiles.keep("fr", () => import("./generated/words/fr-first"))),
  es: dynamic(firstFiles.keep("es", () => import("./generated/words/es-first"))),
};
/** The same for all other words. */
export const RestWordsHint: Record<Locale, ComponentType> = {
  en: dynamic(restFiles.keep("en", () => import("./generated/words/en-rest"))),
  zh: dynamic(restFiles.keep("zh", () => import("./generated/words/zh-rest"))),
  de: dynamic(restFiles.keep("de", () => import("./generated/words/de-rest"))),
  ja: dynamic(restFiles.keep("ja", () => import("./generated/words/ja-rest"))),
  ko: dynamic(restFiles.keep("ko", () => import("./generated/words/ko-rest"))),
  ru: dynamic(restFiles.keep("ru", () => import("./generated/words/ru-rest"))),
  fr: dynamic(restFiles.keep("fr", () => import("./generated/words/fr-rest"))),
  es: dynamic(restFiles.keep("es", () => import("./generated/words/es-rest"))),
};
