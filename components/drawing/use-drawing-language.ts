"use client";

import { useDirection } from "@mantine/core";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import type { Locale } from "@/lib/shared/locales";

const codes: Readonly<Record<Locale, string>> = {
  en: "en",
  zh: "zh-CN",
  de: "de-DE",
  ja: "ja-JP",
  ko: "ko-KR",
  ru: "ru-RU",
  fr: "fr-FR",
  es: "es-ES",
};

/** Excalidraw's name of the page's language. Call it where Excalidraw is rendered: what that does to <html> is undone. */
export function useDrawingLanguage(): string {
  const locale = useLocale();
  const { dir } = useDirection();
  // Excalidraw puts its own code and direction on <html> in an effect; a parent's effects come after those of its children.
  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = dir;
  }, [locale, dir]);
  return codes[locale];
}
