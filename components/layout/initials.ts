/** Two letters for an avatar: of the first two parts of the name, else its first two characters. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s._@-]+/u).filter((part) => part !== "");
  const letters = parts.length > 1 ? parts.slice(0, 2).map((part) => [...part][0]) : [...(parts[0] ?? "")].slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}
