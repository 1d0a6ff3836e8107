/** The pictures that a link may have instead of its first letter. */
export const linkIcons = [
  "home",
  "server",
  "cloud",
  "box",
  "database",
  "code",
  "git",
  "chart",
  "film",
  "music",
  "photo",
  "book",
  "download",
  "mail",
  "message",
  "calendar",
  "news",
  "shield",
  "key",
  "router",
  "printer",
  "camera",
  "bulb",
  "game",
] as const;
export type LinkIcon = (typeof linkIcons)[number];

export const linkColors = ["gray", "blue", "teal", "green", "orange", "red", "pink", "purple"] as const;

export const maxLinks = 500;
/** A folder in a folder in a folder, and links in there. */
export const maxDepth = 4;

/** The normal form of an address that a link may have; null for any other: other schemes, and those with a name and a password, which everybody would see. */
export function parseLinkUrl(text: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole) || /\s/.test(whole)) return null;
  const url = new URL(whole);
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
