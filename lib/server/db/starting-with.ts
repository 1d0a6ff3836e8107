/** What finds texts that begin so, by an index and without a sign that stands for others: as SQLite orders them, nothing comes after the last character. */
export function startingWith(text: string): { gte: string; lt: string } {
  return { gte: text, lt: `${text}\u{10ffff}` };
}
