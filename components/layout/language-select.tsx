"use client";

import { NativeSelect } from "@mantine/core";
import { locales, type Locale } from "@/lib/shared/locales";

/** In their own words, so that everyone finds theirs. */
const nativeNames: Record<Locale, string> = {
  en: "English",
  zh: "中文",
  de: "Deutsch",
  ja: "日本語",
  ko: "한국어",
  ru: "Русский",
  fr: "Français",
  es: "Español",
};
export const languageOptions = locales.map((locale) => ({ value: locale, label: nativeNames[locale] }));

type Props = { value: Locale; onChange: (locale: Locale) => void } & ({ label: string } | { "aria-label": string });

export function LanguageSelect({ value, onChange, ...rest }: Props) {
  return (
    <NativeSelect
      {...rest}
      data={languageOptions}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = locales.find((locale) => locale === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
