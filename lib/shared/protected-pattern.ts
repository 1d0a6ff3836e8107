import { parseVirtualPath } from "./paths";

/**
 * One of a user's own protected paths: `<root>/a` means that entry, `<root>/a/*` what is directly in it, `<root>/a/**` everything
 * below. Gives it without a leading slash, or null when it is none. A root itself is never deleted anyway.
 */
export function parseOwnProtected(text: string): string | null {
  const [, base = "", reach = ""] = /^(.*?)(\/\*{1,2})?$/s.exec(text.trim()) ?? [];
  const path = parseVirtualPath(base);
  if (path === null || (reach === "" && !path.includes("/"))) return null;
  return path + reach;
}
