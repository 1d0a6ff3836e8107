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
  en: dynamic(() => import("@/lib/client/generated/words/en-first").then(nothing, nothing)),
  zh: dynamic(() => import("@/lib/client/generated/words/zh-first").then(nothing, nothing)),
  de: dynamic(() => import("@/lib/client/generated/words/de-first").then(nothing, nothing)),
  ja: dynamic(() => import("@/lib/client/generated/words/ja-first").then(nothing, nothing)),
  ko: dynamic(() => import("@/lib/client/generated/words/ko-first").then(nothing, nothing)),
  ru: dynamic(() => import("@/lib/client/generated/words/ru-first").then(nothing, nothing)),
  fr: dynamic(() => import("@/lib/client/generated/words/fr-first").then(nothing, nothing)),
  es: dynamic(() => import("@/lib/client/generated/words/es-first").then(nothing, nothing)),
};
const restFiles: Record<Locale, ComponentType> = {
  en: dynamic(() => import("@/lib/client/generated/words/en-rest").then(nothing, nothing)),
  zh: dynamic(() => import("@/lib/client/generated/words/zh-rest").then(nothing, nothing)),
  de: dynamic(() => import("@/lib/client/generated/words/de-rest").then(nothing, nothing)),
  ja: dynamic(() => import("@/lib/client/generated/words/ja-rest").then(nothing, nothing)),
  ko: dynamic(() => import("@/lib/client/generated/words/ko-rest").then(nothing, nothing)),
  ru: dynamic(() => import("@/lib/client/generated/words/ru-rest").then(nothing, nothing)),
  fr: dynamic(() => import("@/lib/client/generated/words/fr-rest").then(nothing, nothing)),
  es: dynamic(() => import("@/lib/client/generated/words/es-rest").then(nothing, nothing)),
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
