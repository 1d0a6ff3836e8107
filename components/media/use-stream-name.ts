import { useLocale, useTranslations } from "next-intl";

/** What a stream of sound or subtitles is called: its title, its language in the reader's, else its number. */
export function useStreamName() {
  const t = useTranslations("media");
  const locale = useLocale();
  return ({ language, title }: { language: string | null; title: string | null }, number: number): string => {
    const names = [language === null ? null : languageName(language, locale), title].filter((name) => name !== null);
    return names.length === 0 ? t("track", { number }) : names.join(" – ");
  };
}

function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(code) ?? code;
  } catch {
    // No code of a language: as the film has it.
    return code;
  }
}
