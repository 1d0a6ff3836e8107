/** Cookies that let the server render the first paint as the user set it. Not secret, not a session. */
export const themeCookie = "filedeck.theme";
export const rtlCookie = "filedeck.rtl";
export const railCookie = "filedeck.rail";

export const themes = ["light", "dark", "contrast", "system"] as const;
export type Theme = (typeof themes)[number];

/** `given`: for whoever has chosen none. */
export function parseTheme(text: string | undefined, given: Theme = "system"): Theme {
  return themes.find((theme) => theme === text) ?? given;
}

/** The tokens and the kit's scheme for a theme; high contrast is built on the dark one. */
export function schemeOf(
  theme: Theme,
  isDarkSystem: boolean,
): { theme: Exclude<Theme, "system">; scheme: "light" | "dark" } {
  const shown = theme === "system" ? (isDarkSystem ? "dark" : "light") : theme;
  return { theme: shown, scheme: shown === "light" ? "light" : "dark" };
}
