/** An answer with lists (lib/contracts/lists.ts). */
type Answer<Name extends string, Row> = { [name in Name]: Row[] } & { unreadable?: number | undefined };

/** The rows of one of its lists. They know how many are left out, where some are: `QueryState` shows it of what a query has. */
export function rowsIn<const Name extends string, Row>(answer: Answer<Name, Row>, name: Name): Row[] {
  const { [name]: rows, unreadable = 0 } = answer;
  return unreadable === 0 ? rows : Object.assign([...rows], { unreadable });
}

/** How many are left out of what a query has: an answer, its rows by {@link rowsIn}, or the pages of one. */
export function unreadableIn(data: unknown): number {
  if (typeof data !== "object" || data === null) return 0;
  if ("pages" in data && Array.isArray(data.pages))
    return data.pages.reduce((sum: number, page) => sum + unreadableIn(page), 0);
  return "unreadable" in data && typeof data.unreadable === "number" ? data.unreadable : 0;
}
