"use client";

import dynamic from "next/dynamic";
import { useLocale, type Locale } from "next-intl";
import { usePathname } from "next/navigation";
import type { ComponentType } from "react";
import { pages } from "@/lib/client/urls";

/** Of what did not come, those speak who wait for it. */
const nothing = () => ({ default: () => null });

/** The same files as in lib/client/load-messages.ts: Next names in a page's head what is loaded so. */
const firstFiles: Record<Locale, ComponentType> = {
  en: dynamic(() => import("@/lib/client/generated/words/en-first.json").then(nothing, nothing)),
  zh: dynamic(() => import("@/lib/client/generated/words/zh-first.json").then(nothing, nothing)),
  de: dynamic(() => import("@/lib/client/generated/words/de-first.json").then(nothing, nothing)),
  ja: dynamic(() => import("@/lib/client/generated/words/ja-first.json").then(nothing, nothing)),
  ko: dynamic(() => import("@/lib/client/generated/words/ko-first.json").then(nothing, nothing)),
  ru: dynamic(() => import("@/lib/client/generated/words/ru-first.json").then(nothing, nothing)),
  fr: dynamic(() => import("@/lib/client/generated/words/fr-first.json").then(nothing, nothing)),
  es: dynamic(() => import("@/lib/client/generated/words/es-first.json").then(nothing, nothing)),
};
const restFiles: Record<Locale, ComponentType> = {
  en: dynamic(() => import("@/lib/client/generated/words/en-rest.json").then(nothing, nothing)),
  zh: dynamic(() => import("@/lib/client/generated/words/zh-rest.json").then(nothing, nothing)),
  de: dynamic(() => import("@/lib/client/generated/words/de-rest.json").then(nothing, nothing)),
  ja: dynamic(() => import("@/lib/client/generated/words/ja-rest.json").then(nothing, nothing)),
  ko: dynamic(() => import("@/lib/client/generated/words/ko-rest.json").then(nothing, nothing)),
  ru: dynamic(() => import("@/lib/client/generated/words/ru-rest.json").then(nothing, nothing)),
  fr: dynamic(() => import("@/lib/client/generated/words/fr-rest.json").then(nothing, nothing)),
  es: dynamic(() => import("@/lib/client/generated/words/es-rest.json").then(nothing, nothing)),
};

/** Shows nothing: has the browser load the words of the page's language beside the code, and not after it. The file page begins with the first ones. */
export function LanguageFile() {
  const locale = useLocale();
  const [First, Rest] = [firstFiles[locale], restFiles[locale]];
  const isFilePage = usePathname().startsWith(pages.files());
  return (
    <>
      <First />
      {isFilePage ? null : <Rest />}
    </>
  );
}
