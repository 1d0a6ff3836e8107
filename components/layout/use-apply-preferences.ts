"use client";

import { useLocale } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { rememberLocale } from "@/lib/client/appearance";
import type { UserData } from "@/lib/contracts/user";
import { useAppearance } from "./appearance-provider";
import { useSwitchLocale } from "./language";

/** Brings the page (attributes of <html>, cookies, words) to what the user's record says (spec §4, app start). */
export function useApplyPreferences(me: UserData | undefined): void {
  const locale = useLocale();
  const switchLocale = useSwitchLocale();
  const { theme: shownTheme, setTheme, setRtl } = useAppearance();
  const applyTheme = useEffectEvent((theme: UserData["theme"]) => theme !== shownTheme && setTheme(theme));
  const applyLanguage = useEffectEvent((language: UserData["language"]) => {
    if (language === locale) rememberLocale(language);
    // Stays in the language that is there; the next page load tries again.
    else switchLocale(language).catch(() => undefined);
  });

  const theme = me?.theme;
  const language = me?.language;
  const rtl = me?.rtl;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (language !== undefined) applyLanguage(language);
  }, [language]);
  useEffect(() => {
    if (rtl !== undefined) setRtl(rtl);
  }, [rtl, setRtl]);
}
