"use client";

import dynamic from "next/dynamic";
import { useLocale, type Locale } from "next-intl";
import type { ComponentType } from "react";

const nothing = { default: () => null };

/** The same files as in lib/client/load-messages.ts: Next names in a page's head what is loaded so. */
const files: Record<Locale, ComponentType> = {
  en: dynamic(() => import("@/messages/en").then(() => nothing)),
  zh: dynamic(() => import("@/messages/zh").then(() => nothing)),
  de: dynamic(() => import("@/messages/de").then(() => nothing)),
  ja: dynamic(() => import("@/messages/ja").then(() => nothing)),
  ko: dynamic(() => import("@/messages/ko").then(() => nothing)),
  ru: dynamic(() => import("@/messages/ru").then(() => nothing)),
  fr: dynamic(() => import("@/messages/fr").then(() => nothing)),
  es: dynamic(() => import("@/messages/es").then(() => nothing)),
};

/** Shows nothing: has the browser load the words of the language beside the code, and not after it. */
export function LanguageFile() {
  const File = files[useLocale()];
  return <File />;
}
