import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { isOwnLabel, type NavItem } from "./nav-item";

/** What a page is called in the navigation: a word of the layout, or the own one of its feature. */
export function useNavText(): (label: NavItem["label"]) => string {
  const t = useTranslations("layout.nav");
  const say = useTranslations();
  return useCallback((label) => (isOwnLabel(label) ? say(label) : t(label)), [t, say]);
}
