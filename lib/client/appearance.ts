import { rtlCookie, schemeOf, themeCookie, type Theme } from "@/lib/shared/appearance";
import { localeCookie, type Locale } from "@/lib/shared/locales";
import { basePath } from "./base-path";

const yearSeconds = 31_536_000;

export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value}; path=${basePath() || "/"}; max-age=${yearSeconds}; samesite=lax${secure}`;
}

/** Shows the theme now and remembers it for the next first paint. */
export function applyTheme(theme: Theme): void {
  const shown = schemeOf(theme, matchMedia("(prefers-color-scheme: dark)").matches);
  const root = document.documentElement;
  root.dataset["theme"] = shown.theme;
  root.dataset["mantineColorScheme"] = shown.scheme;
  writeCookie(themeCookie, theme);
}

export function rememberDirection(isRtl: boolean): void {
  writeCookie(rtlCookie, isRtl ? "1" : "0");
}

export function rememberLocale(locale: Locale): void {
  document.documentElement.lang = locale;
  writeCookie(localeCookie, locale);
}
