export const locales = ["en", "zh", "de", "ja", "ko", "ru", "fr", "es"] as const;
export type Locale = (typeof locales)[number];
/** Spec §1: Chinese is the fallback for unknown languages. No language lacks a text: it would not compile (messages/<locale>.ts). */
export const fallbackLocale: Locale = "zh";
export const localeCookie = "filedeck.locale";

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The best locale for an Accept-Language header (RFC 9110 §12.5.4), by weight then order. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const weight = params.map((param) => /^\s*q=([0-9.]+)$/.exec(param)?.[1]).find((value) => value !== undefined);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLocale) ?? fallbackLocale;
}
